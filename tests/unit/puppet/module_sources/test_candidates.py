"""Releases are chosen by the rules of metadata.json, and a conflict is told in sentences."""

from __future__ import annotations

import pytest

from duckrow.puppet.module_sources.candidates import Candidates, ConflictError
from duckrow.puppet.module_sources.puppetfile import read_puppetfile
from duckrow.puppet.module_sources.release import FORGE, Dependency, Origin, Release
from duckrow.puppet.values.semver import SemVer

Offer = dict[str, dict[str, dict[str, str]]]  # names, versions, needs


class Shelf:
    """A source in memory."""

    shown = "the shelf"

    def __init__(self, offer: Offer) -> None:
        self.offer = offer

    def releases(self, name: str) -> list[Release]:
        return [
            Release(
                name,
                SemVer.parse(version),
                [Dependency(f"duck/{each}", text) for each, text in needs.items()],
                Origin(FORGE, "", ""),
            )
            for version, needs in self.offer.get(name.removeprefix("duck-"), {}).items()
        ]


def choose(offer: Offer, puppetfile: str) -> dict[str, str]:
    read = read_puppetfile("Puppetfile", puppetfile.encode())
    found = Candidates(read, {}, [Shelf(offer)]).resolve().releases
    return {each.directory: each.version_text for each in found}


def conflict(offer: Offer, puppetfile: str) -> str:
    with pytest.raises(ConflictError) as caught:
        choose(offer, puppetfile)
    return caught.value.why


POND: Offer = {
    "pond": {"1.0.0": {"lake": "1.x"}, "2.0.0": {"lake": ">= 3"}},
    "lake": {"1.0.0": {}, "1.5.0": {}, "2.0.0": {}, "3.0.0": {}, "3.1.0-rc.1": {}},
}


def test_the_newest_releases_are_chosen_and_no_pre_release() -> None:
    assert choose(POND, "mod 'duck/pond'") == {"pond": "2.0.0", "lake": "3.0.0"}


def test_a_pre_release_is_chosen_where_it_is_asked_for() -> None:
    assert choose(POND, "mod 'duck/lake', '>= 3.1.0-rc.1'") == {"lake": "3.1.0-rc.1"}


def test_an_older_module_is_chosen_if_the_puppetfile_asks_for_an_old_dependency() -> None:
    assert choose(POND, "mod 'duck/pond'\nmod 'duck/lake', '1.x'") == {
        "pond": "1.0.0",
        "lake": "1.5.0",
    }


def test_versions_are_numbers_and_not_text() -> None:
    offer: Offer = {"pond": {"1.9.0": {}, "1.10.0": {}, "1.2.0": {}}}
    assert choose(offer, "mod 'duck/pond'") == {"pond": "1.10.0"}


def test_the_sentence_of_a_conflict() -> None:
    assert conflict(POND, "mod 'duck/pond', '2.0.0'\nmod 'duck/reed'\nmod 'duck/lake', '2.x'") == (
        "Puppetfile line 2 asks for reed, and the shelf has no module duck-reed."
    )
    assert conflict(POND, "mod 'duck/pond', '2.0.0'\n\n\nmod 'duck/lake', '2.x'") == (
        "Puppetfile line 1 asks for pond 2.0.0. "
        "pond 2.0.0 needs lake >= 3, but Puppetfile line 4 asks for lake 2.x."
    )


def test_all_versions_are_explained() -> None:
    assert conflict(POND, "mod 'duck/pond'\nmod 'duck/lake', '2.x'") == (
        "Puppetfile line 1 asks for pond. pond 2.0.0 needs lake >= 3, and pond 1.0.0 needs "
        "lake 1.x, but Puppetfile line 2 asks for lake 2.x."
    )


def test_two_modules_that_need_different_versions() -> None:
    offer: Offer = {
        "heron": {"1.0.0": {"pond": "1.x"}},
        "stork": {"1.0.0": {"pond": "2.x"}},
        "pond": {"1.0.0": {}, "2.0.0": {}},
    }
    why = conflict(offer, "mod 'duck/heron'\nmod 'duck/stork'")
    assert why == (
        "Puppetfile line 1 asks for heron. Puppetfile line 2 asks for stork. "
        "heron 1.0.0 needs pond 1.x, but stork 1.0.0 needs pond 2.x."
    )


def test_a_dependency_that_no_source_has() -> None:
    offer: Offer = {"pond": {"1.0.0": {"lake": "1.x"}}}
    assert conflict(offer, "mod 'duck/pond'") == (
        "Puppetfile line 1 asks for pond. "
        "pond 1.0.0 needs lake 1.x, and the shelf has no module duck-lake."
    )


def test_a_version_that_no_source_has() -> None:
    assert conflict(POND, "mod 'duck/pond', '9.x'") == (
        "Puppetfile line 1 asks for pond 9.x, and there is only pond 1.0.0 or 2.0.0."
    )


def test_a_range_that_is_none_is_never_met() -> None:
    offer: Offer = {"pond": {"1.0.0": {}, "2.0.0": {"lake": "one"}}, "lake": {"1.0.0": {}}}
    assert choose(offer, "mod 'duck/pond'") == {"pond": "1.0.0"}
    assert "pond 2.0.0 needs lake one" in conflict(offer, "mod 'duck/pond', '2.0.0'")


def test_two_authors_of_one_name_cannot_be_installed_together() -> None:
    class Both(Shelf):
        def releases(self, name: str) -> list[Release]:
            if name == "drake-pond":
                return [Release(name, SemVer.parse("1.0.0"), [], Origin(FORGE, "", ""))]
            found = super().releases(name)
            for each in found:
                each.dependencies = [Dependency("drake/pond", "1.x")] if "reed" in name else []
            return found

    offer: Offer = {"pond": {"1.0.0": {}}, "reed": {"1.0.0": {}}}
    read = read_puppetfile("Puppetfile", b"mod 'duck/pond'\nmod 'duck/reed'")
    with pytest.raises(ConflictError, match="drake-pond and duck-pond are both installed as pond"):
        Candidates(read, {}, [Both(offer)]).resolve()
