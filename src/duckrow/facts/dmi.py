"""The fact `dmi`: the firmware's data about board, chassis and product."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.host import Host

_DIRECTORY = "/sys/class/dmi/id"
_FILES = {
    "bios.release_date": "bios_date",
    "bios.vendor": "bios_vendor",
    "bios.version": "bios_version",
    "board.asset_tag": "board_asset_tag",
    "board.manufacturer": "board_vendor",
    "board.product": "board_name",
    "board.serial_number": "board_serial",
    "chassis.asset_tag": "chassis_asset_tag",
    "chassis.type": "chassis_type",
    "manufacturer": "sys_vendor",
    "product.name": "product_name",
    "product.serial_number": "product_serial",
    "product.uuid": "product_uuid",
}
# By number, from 1, as in the standard; the second is "unknown".
_CHASSIS = (
    "Other,,Desktop,Low Profile Desktop,Pizza Box,Mini Tower,Tower,Portable,Laptop,Notebook,"
    "Hand Held,Docking Station,All in One,Sub Notebook,Space-Saving,Lunch Box,Main System Chassis,"
    "Expansion Chassis,SubChassis,Bus Expansion Chassis,Peripheral Chassis,Storage Chassis,"
    "Rack Mount Chassis,Sealed-Case PC,Multi-system,CompactPCI,AdvancedTCA,Blade,Blade Enclosure,"
    "Tablet,Convertible,Detachable"
)


def dmi(host: Host, _facts: object) -> dict[str, Any] | None:
    """Return the fact `dmi`."""
    if not host.is_directory("/sys/class/dmi"):
        return None
    found: dict[str, Any] = {}
    for path, file in _FILES.items():
        value = dmi_word(host, file)
        if value and file == "chassis_type":
            value = _chassis(value)
        if value:
            group, _, name = path.rpartition(".")
            (found.setdefault(group, {}) if group else found)[name] = value
    return found or None


def dmi_word(host: Host, file: str) -> str | None:
    """Return one DMI value."""
    return host.word(f"{_DIRECTORY}/{file}")


def _chassis(number: str) -> str | None:
    names = _CHASSIS.split(",")
    index = int(number) - 1 if number.isdecimal() else -1
    return names[index] or None if 0 <= index < len(names) else None
