"""A compile that was recorded: its catalog, its record, and the source texts behind both."""

from __future__ import annotations

from duckrow.explain.answer import Place, Reason, UnknownThingError
from duckrow.puppet.catalog.references import split_reference
from duckrow.puppet.explain.assignments import Assignments
from duckrow.puppet.explain.trees import Trees, body_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.record import Declared, Inclusion, Locals, Record, Site
    from duckrow.puppet.plugins.effects import Effect
    from duckrow.puppet.runtime.location import Location


class Recorded:
    """A compile and its record.

    Files below `directory` are shown relative to it; `code_name` stands for code without a file. A
    compile that has failed knows what happened until then, and where it failed.
    """

    __slots__ = (
        "_places",
        "around_inclusions",
        "assignments",
        "build",
        "code_name",
        "directory",
        "failed_at",
        "has_failed",
        "record",
        "trees",
    )

    def __init__(
        self, build: Build, record: Record, directory: str = "", code_name: str = "-e"
    ) -> None:
        self.build = build
        self.record = record
        self.directory = directory
        self.code_name = code_name
        self.has_failed = False
        self.failed_at: Place | None = None
        # The conditions around each statement that includes a class, once they are known.
        self.around_inclusions: dict[Inclusion, list[Reason]] = {}
        self.trees = Trees(build.environment)
        self.assignments = Assignments(self)
        # Statements in blocks and defines run many times; code objects are known by identity,
        # since equal ones may be in different files.
        self._places: dict[tuple[int, int], Place | None] = {}

    # ---- places

    def place(self, site: Site | None) -> Place | None:
        """Return the place of a site."""
        if site is None:
            return None
        key = id(site[0]), site[1]
        if key not in self._places:
            line, _, column, _ = self.trees.position(site)
            at = 0 if column is None else column + 1
            self._places[key] = self.place_at(site[0].co_filename, line, at)
        return self._places[key]

    def place_of_location(self, location: Location | None) -> Place | None:
        """Return the place of a location."""
        if location is None or location.line is None:
            return None
        return self.place_at(location.file, location.line, location.column or 0)

    def place_at(self, file: str | None, line: int | None, column: int = 0) -> Place | None:
        """Return a place in a file; None if its line is unknown."""
        if line is None:
            return None
        return Place(self.short(file), line, column)

    def reason_of(self, effect: Effect) -> Reason:
        """Return the effect of a plugin as a reason."""
        return Reason("plugin", effect.message, self.place_at(effect.file, effect.line))

    def short(self, file: str | None) -> str:
        """Return the name of a file as answers show it."""
        if not file:
            return self.code_name
        return file.removeprefix(f"{self.directory}/") if self.directory else file

    def declared_at(self, resource: Resource) -> Place | None:
        """Return the place of the statement that declares or first includes a resource."""
        site = self.record.site(resource)
        place = None if site is None else self.place(site)
        return place or self.place_at(resource.file, resource.line)

    def attribute_at(self, resource: Resource, name: str) -> Place | None:
        """Return the place where an attribute is set."""
        origin = resource.origin_of(name)
        if origin.line is not None:
            return self.place_at(origin.file, origin.line)
        lines = dict(resource.attribute_lines or ())
        line = lines.get(name, lines.get("*", resource.line))
        return self.place_at(resource.file, line)

    # ---- variables

    def locals(self, declared: Declared, first: int = 0) -> Locals:
        """Return the variables of the blocks around a site of a declaration, in its own body."""
        sites = declared.sites
        ways = [self.trees.way_to(site) for site in sites]
        body = ways[first] and body_of(ways[first] or [])
        numbers = [first]
        for number in range(first + 1, len(sites)):
            way = ways[number]
            if way is None or body_of(way) is not body:
                break
            numbers.append(number)
        return declared.locals(numbers)

    # ---- names

    def find(self, name: str) -> Resource | None:
        """Return the resource that a user names: File[/etc/motd], file['/etc/motd'], Class[ntp]."""
        pair = split_reference(name.strip())
        if pair is None:
            return None
        type_, title = pair[0].strip().removeprefix("::"), unquoted(pair[1])
        if type_.lower() == "class" and title.lower() == "main":
            return self.build.main  # whose title no manifest can write
        return self.build.catalog.find(type_, title)

    def expect(self, name: str) -> Resource:
        """Return the resource that a user names; raise if there is none."""
        found = self.find(name)
        if found is None:
            raise self.unknown(name)
        return found

    def expect_real(self, name: str) -> Resource:
        """Return a resource that is applied; raise if there is none or it is virtual."""
        found = self.expect(name)
        if found.is_virtual:
            from shlex import quote

            raise UnknownThingError(
                f"{found} is virtual, so it is not applied",
                f"duckrow explain resource {quote(str(found))} shows why",
            )
        return found

    def unknown(self, name: str) -> UnknownThingError:
        """Return the error about a resource that is not in the catalog."""
        from duckrow.source.did_you_mean import did_you_mean

        if split_reference(name.strip()) is None:
            return UnknownThingError(
                f"'{name}' is not a reference to a resource", "write it as File[/etc/motd]"
            )
        known = [str(each) for each in self.build.catalog.resources]
        what = f"{name} is not in the catalog"
        if self.has_failed:
            what += ", and the compile fails before its end"
        return UnknownThingError(what, did_you_mean(name, known))

    def name(self, resource: Resource | None) -> str:
        """Return the name of a body in a sentence."""
        if resource is None or resource is self.build.main:
            return "the main manifest"
        if resource.type == "Node":
            return f"node {resource.title}"
        return str(resource)


def written_reference(resource: Resource) -> str:
    """Write a reference as a manifest does."""
    title = resource.title.lower() if resource.is_class else resource.title
    quoted = title.replace("\\", "\\\\").replace("'", "\\'")
    return f"{resource.type}['{quoted}']"


def unquoted(title: str) -> str:
    """Return a title without the quotes of the language."""
    title = title.strip()
    if len(title) > 1 and title[0] == title[-1] and title[0] in "'\"":
        return title[1:-1]
    return title
