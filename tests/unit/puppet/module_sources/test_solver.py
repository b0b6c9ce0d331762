"""The solver chooses versions that fit, and proves that there are none."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duckrow.puppet.module_sources.solver import Need, Solver, UnsolvableError


class World:
    """Packages: the number of versions, and what each version needs as (name, mask)."""

    def __init__(
        self,
        counts: dict[str, int],
        needs: dict[tuple[str, int], list[tuple[str, int]]],
        wanted: list[tuple[str, int]],
    ) -> None:
        self.counts = counts
        self.given = needs
        self.asked = wanted

    def count(self, name: str) -> int:
        return self.counts.get(name, 0)

    def wanted(self) -> list[Need]:
        return [Need(name, mask, str(mask), "", 0) for name, mask in self.asked]

    def needs(self, name: str, version: int) -> list[Need]:
        found = []
        for other, mask in self.given.get((name, version), ()):
            dependers = sum(
                1 << each
                for each in range(1, self.count(name) + 1)
                if (other, mask) in self.given.get((name, each), ())
            )
            found.append(Need(other, mask, str(mask), name, dependers))
        return found

    def fits(self, chosen: dict[str, int]) -> bool:
        """Return whether a choice meets all needs."""

        def meets(name: str, mask: int) -> bool:
            return bool(name in chosen and mask >> chosen[name] & 1)

        return all(meets(*each) for each in self.asked) and all(
            meets(*need)
            for name, version in chosen.items()
            for need in self.given.get((name, version), ())
        )

    def has_answer(self) -> bool:
        """Try everything."""
        names = list(self.counts)
        for versions in product(*(range(self.counts[name] + 1) for name in names)):
            chosen = {name: each for name, each in zip(names, versions, strict=True) if each}
            if self.fits(chosen):
                return True
        return False


def test_the_newest_versions_are_chosen() -> None:
    world = World({"pond": 3, "lake": 4}, {("pond", 3): [("lake", 0b01110)]}, [("pond", 0b1110)])
    assert Solver(world).solve() == {"pond": 3, "lake": 3}


def test_an_older_version_is_chosen_if_the_newest_does_not_fit() -> None:
    world = World(
        {"pond": 2, "lake": 2},
        {("pond", 2): [("lake", 0b100)], ("pond", 1): [("lake", 0b010)]},
        [("pond", 0b110), ("lake", 0b010)],
    )
    assert Solver(world).solve() == {"pond": 1, "lake": 1}


def test_what_nothing_needs_is_not_chosen() -> None:
    world = World({"pond": 1, "lake": 1}, {}, [("pond", 0b10)])
    assert Solver(world).solve() == {"pond": 1}


def test_modules_may_need_each_other() -> None:
    world = World(
        {"pond": 1, "lake": 1},
        {("pond", 1): [("lake", 2)], ("lake", 1): [("pond", 2)]},
        [("pond", 2)],
    )
    assert Solver(world).solve() == {"pond": 1, "lake": 1}


def test_a_missing_package_is_proof() -> None:
    world = World({"pond": 1}, {("pond", 1): [("lake", 0)]}, [("pond", 2)])
    with pytest.raises(UnsolvableError):
        Solver(world).solve()


NAMES = "abcd"
MASKS = st.integers(0, 7).map(lambda bits: bits << 1)
WORLDS = st.builds(
    World,
    st.fixed_dictionaries({name: st.integers(0, 3) for name in NAMES}),
    st.dictionaries(
        st.tuples(st.sampled_from(NAMES), st.integers(1, 3)),
        st.lists(st.tuples(st.sampled_from(NAMES), MASKS), max_size=3),
        max_size=12,
    ),
    st.lists(st.tuples(st.sampled_from(NAMES), MASKS), min_size=1, max_size=3),
)


def _cut(world: World) -> World:
    """Return the world with needs only for versions that exist."""
    for needs in world.given.values():
        needs[:] = [(name, mask & (2 << world.counts[name]) - 2) for name, mask in needs]
    world.asked = [(name, mask & (2 << world.counts[name]) - 2) for name, mask in world.asked]
    return world


@settings(max_examples=400, deadline=None)
@given(WORLDS)
def test_an_answer_is_found_exactly_if_there_is_one(world: World) -> None:
    world = _cut(world)
    try:
        chosen = Solver(world).solve()
    except UnsolvableError:
        assert not world.has_answer()
    else:
        assert world.fits(chosen)
