"""marsh::inventory: nodes of the marsh, from a small inventory."""

from duckrow.puppet.plugins import Plugin

INVENTORY = {"teal": {"bank": "north", "depth": 3}}


class Inventory(Plugin):
    """Classifies the nodes of the inventory, and quiets them."""

    def facts(self, node):
        entry = INVENTORY.get(node.name)
        return {"bank": entry["bank"]} if entry else {}

    def classes(self, node):
        return ["marsh"] if node.name in INVENTORY else []

    def data(self, key, node):
        return INVENTORY.get(node.name, {}).get(key.removeprefix("marsh::"))

    def change(self, catalog):
        for resource in catalog:
            if resource.type == "Notify":
                resource["loglevel"] = "info"
        if "Class[marsh]" in catalog:
            catalog.add("notify", "counted", require="Class[marsh]")


PLUGIN = Inventory
