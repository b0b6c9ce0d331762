"""Feed mutated and random inputs to the parsers of the server and see that none stumbles.

    python tests/fuzz/fuzz_requests.py --count 200000 --seed 1 [--only hocon]

Every input is either rejected with the parser's own error, or parsed to a value with the properties
that the code behind it relies on. Anything else is a failure: another exception, a property that
does not hold, an input that takes longer than the limit. An input depends on nothing but the seed,
the name of its parser and its number, so `--only NAME --first N --count 1` repeats one.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections.abc import Callable
from urllib.parse import unquote_to_bytes

from duckrow.data.errors import DataError
from duckrow.data.hocon_strict import ConfigurationError, Section, load_strict
from duckrow.puppet.file_serving.bucket import Name
from duckrow.puppet.file_serving.errors import FileServingError
from duckrow.puppet.file_serving.options import options_of_file, options_of_tree
from duckrow.ruby.values.fnmatch import matcher
from duckrow.server.authorization.default_rules import DEFAULT_AUTH_CONF
from duckrow.server.authorization.rules import read_rules, rules_of
from duckrow.server.http.exchange import Client, Refusal, Request
from duckrow.server.http.form import decoded, fields_of, path_of
from duckrow.server.http.v3 import chosen_format, environment_name, key_of
from duckrow.server.reports.data import ReportError, read_report

SLOW = 2.0  # seconds
HUEY = Client("huey.lab", 7, {}, b"")
RULES = rules_of(None)

_FORM_WORDS = (
    b"%|%%|%25|%2|%2e|%2E|%2f|%00|%ff|%C3%A9|%u0041|+|&|=|;|a|environment|facts|production|"
    b"%257B%2522|%7B%22|\xff|\x00| |\r\n|#|?|/|..|%0d%0a|%E2%82%AC|%ED%A0%80|%C0%AE"
).split(b"|")
_PATH_WORDS = (
    "/|//|..|.|%2e|%2E%2e|%2f|%5c|\\|%00|\0|\n|é|%C3%A9|%ff|puppet|v3|catalog|huey.lab|modules|pond|"
    "file_content|file_metadata|report|node|;|?|#|~|*|%|%%|%25|\udcff|\U0001f986| |puppet-ca|v1"
).split("|")
_HEADER_WORDS = (
    'application/json|text/pson|*/*|text/*|application/octet-stream|,|;|q=0.5|q=|=| |\t|"|/|é|\0|'
    "application/vnd.puppet.rich+json|x|;;|,,|charset=utf-8|*|**"
).split("|")
_HOCON_WORDS = (
    '{|}|[|]|:|=|+=|,|\n|"|"""|\\|\\u12|\\n|#|//|a|a.b|.|..|${a}|${?b}|include "x"|1|-1|1e9|1.5|'
    "true|null|'| |\t|authorization|rules|allow|deny|match-request|path|type|regex|method|name|"
    'sort-order|"$1"|"/^x$/"|"*.lab"|\ufeff|é|\0|\U0001f986|(|)|query-params|extensions|certname'
).split("|")
_JSON_WORDS = (
    '{|}|[|]|:|,|"|\\|\\u00|\\ud800|1|-|1e999|NaN|true|null|"host"|"huey.lab"|"logs"|'
    '"report_format"|12|"status"|"failed"|"metrics"|\0|é| |"level"|"message"'
).split("|")
_NAME_WORDS = ("sha256|md5|/|//|..|0123456789abcdef|e9ee|\n|\0|A|g|é|\udcff|" + "a" * 64).split("|")
_GLOB_WORDS = "*|**|?|[|]|[!|[^|-|a|.|/|\\|{|}|,|é|\0".split("|")

REPORT = json.dumps(
    {
        "host": "huey.lab",
        "time": "2026-11-16T14:04:10+00:00",
        "report_format": 12,
        "puppet_version": "8.11.0",
        "status": "changed",
        "environment": "production",
        "logs": [{"level": "notice", "message": "quack", "tags": ["notice"]}],
        "metrics": {"time": {"name": "time", "values": [["total", "Total", 0.1]]}},
        "resource_statuses": {"File[/x]": {"events": [], "changed": True}},
    }
)


class BrokenPropertyError(Exception):
    """A value that the code behind a parser does not expect."""


def expect(condition: bool, what: str) -> None:
    if not condition:
        raise BrokenPropertyError(what)


# ---- inputs


def words(rng: random.Random, vocabulary: list[str], most: int = 40) -> str:
    return "".join(rng.choices(vocabulary, k=rng.randint(0, most)))


def mutated(rng: random.Random, text: str, vocabulary: list[str]) -> str:
    """Return a text with some pieces removed, repeated, replaced or added."""
    for _ in range(rng.randint(1, 6)):
        begin = rng.randint(0, len(text))
        end = min(len(text), begin + rng.randint(0, 12))
        choice = rng.randrange(4)
        if choice == 0:
            text = text[:begin] + text[end:]
        elif choice == 1:
            text = text[:end] + text[begin:end] * rng.randint(1, 5) + text[end:]
        elif choice == 2:
            text = text[:begin] + rng.choice(vocabulary) + text[end:]
        else:
            text = text[:begin] + rng.choice(vocabulary) + text[begin:]
    return text


def fuzz_form(rng: random.Random) -> None:
    """A form has the fields that a slow and simple parser finds."""
    text = b"".join(rng.choices(_FORM_WORDS, k=rng.randint(0, 60)))
    if rng.random() < 0.2:
        text = rng.randbytes(rng.randint(0, 60))
    expect(decoded(text) == unquote_to_bytes(text.replace(b"+", b" ")), f"decoded {text!r}")
    try:
        found = fields_of(text)
    except Refusal:
        return
    wanted: dict[str, list[str]] = {}
    for piece in filter(None, text.replace(b"+", b" ").split(b"&")):
        name, _, value = piece.partition(b"=")
        field = unquote_to_bytes(name).decode()
        wanted.setdefault(field, []).append(unquote_to_bytes(value).decode())
    expect(found == wanted, f"fields of {text!r}: {found}, not {wanted}")


def fuzz_path(rng: random.Random) -> None:
    """A path that passes has no segment that leads upwards, and only its own node's name."""
    raw = "/" * rng.randrange(2) + words(rng, _PATH_WORDS, 20)
    if rng.random() < 0.3:
        raw = mutated(rng, "/puppet/v3/catalog/huey.lab", _PATH_WORDS)
    try:
        plain = path_of(raw)
    except Refusal:
        return
    segments = plain.split("/")
    expect(".." not in segments and "." not in segments, f"dots in {plain!r}")
    expect("//" not in plain and "\0" not in plain, f"path {plain!r}")
    try:
        RULES.check(Request("GET", plain, client=HUEY))
    except Refusal:
        return
    if plain.startswith(("/puppet/v3/catalog", "/puppet/v3/node", "/puppet/v3/report")):
        expect(plain.endswith("/huey.lab"), f"another node: {plain!r}")
    for name in ("file_content", "file_metadata", "catalog"):
        try:
            key = key_of(Request("GET", plain), name)
        except Refusal:
            continue
        expect(bool(key), "an empty key")


def fuzz_header(rng: random.Random) -> None:
    """An Accept header chooses one of the formats."""
    request = Request("GET", "/", headers={"accept": words(rng, _HEADER_WORDS, 20)})
    try:
        found = chosen_format(request, "application/json", "text/pson")
    except Refusal as refusal:
        expect(refusal.status == 406, "another status")
        return
    expect(found in ("application/json", "text/pson"), found)


def fuzz_environment(rng: random.Random) -> None:
    """The name of an environment is a name of a directory."""
    name = words(
        rng, ["production", "_", "9", "-", ".", "..", "/", "\0", "é", "\udcff", "ﬀ", "²"], 4
    )
    try:
        found = environment_name(Request("GET", "/", {"environment": [name]}))
    except Refusal:
        return
    expect(found.isascii() and found.replace("_", "a").isalnum(), found)


def fuzz_hocon(rng: random.Random) -> None:
    """A configuration file is a section, or an error with a location."""
    text = words(rng, _HOCON_WORDS, 60)
    if rng.random() < 0.5:
        begin = rng.randrange(len(DEFAULT_AUTH_CONF) - 600)
        text = mutated(rng, DEFAULT_AUTH_CONF[begin : begin + 600], _HOCON_WORDS)
    try:
        found = load_strict(text.encode("utf-8", "surrogatepass"), "x.conf")
    except ConfigurationError as error:
        _, line, column, _ = str(error).split(":", 3)
        lines = text.count("\n") + 1
        expect(1 <= int(line) <= lines and int(column) >= 1, f"location of {error}")
        return
    expect(isinstance(found, Section), "no section")


def fuzz_rules(rng: random.Random) -> None:
    """Rules that can be read decide about every request."""
    text = mutated(rng, DEFAULT_AUTH_CONF, _HOCON_WORDS)
    try:
        rules = read_rules(text.encode("utf-8", "surrogatepass"), "auth.conf")
    except DataError as error:
        expect(str(error).startswith("auth.conf:"), f"no location: {error}")
        return
    for client in (HUEY, None):
        try:
            rules.check(Request("GET", "/puppet/v3/catalog/huey.lab", client=client))
        except Refusal as refusal:
            expect(refusal.status == 403, "another status")


def fuzz_report(rng: random.Random) -> None:
    """A report is about its sender, and its YAML has every line that it needs."""
    text = words(rng, _JSON_WORDS, 60)
    if rng.random() < 0.7:
        text = mutated(rng, REPORT, _JSON_WORDS)
    content = text.encode("utf-8", "surrogatepass")
    try:
        report = read_report("huey.lab", content, is_pson=rng.random() < 0.3)
    except ReportError:
        return
    expect(report.data["host"] == "huey.lab", "another host")
    expect(report.yaml().startswith("--- !ruby/object:Puppet::Transaction::Report\n"), "no tag")
    report.yaml().encode()


def fuzz_bucket(rng: random.Random) -> None:
    """A name of a content leads to a directory of the bucket."""
    try:
        name = Name(words(rng, _NAME_WORDS, 6))
    except FileServingError:
        return
    expect(name.digest.isalnum() and name.digest.isascii(), name.digest)
    expect("\n" not in name.path and "\0" not in name.path, name.path)


def fuzz_options(rng: random.Random) -> None:
    """Options of metadata are known words and small numbers."""
    names = ["links", "checksum_type", "recurse", "recurselimit", "max_files", "ignore", "x"]
    values = ["true", "false", "follow", "sha256", "-1", "0", "9" * 12, "", "é", "٣", "*", "\0"]
    fields = {rng.choice(names): rng.choices(values, k=rng.randint(1, 3)) for _ in range(4)}
    for read in (options_of_file, options_of_tree):
        try:
            found = read(fields)
        except FileServingError:
            continue
        expect(found.depth is None or 0 <= found.depth < 10**9, "depth")
        expect(-1 <= found.most < 10**9, "most")


def fuzz_pattern(rng: random.Random) -> None:
    """A pattern of `ignore` matches in no time."""
    match = matcher(words(rng, _GLOB_WORDS, 60))
    for name in ("duck.txt", "a" * 200, ".a.a.a.a", words(rng, _GLOB_WORDS, 30)):
        match(name)


PARSERS: dict[str, Callable[[random.Random], None]] = {
    "form": fuzz_form,
    "path": fuzz_path,
    "header": fuzz_header,
    "environment": fuzz_environment,
    "hocon": fuzz_hocon,
    "rules": fuzz_rules,
    "report": fuzz_report,
    "bucket": fuzz_bucket,
    "options": fuzz_options,
    "pattern": fuzz_pattern,
}
# Inputs of a parser for one of others: those that take long get fewer.
SHARES = {"rules": 0.02, "pattern": 0.3, "hocon": 0.5}


def run(name: str, number: int, seed: int) -> str:
    """Try one input; return what went wrong, or nothing."""
    rng = random.Random(f"{seed} {name} {number}")
    begin = time.process_time()
    try:
        PARSERS[name](rng)
    except Exception:
        return traceback.format_exc()
    seconds = time.process_time() - begin
    return f"it took {seconds:.1f} seconds\n" if seconds > SLOW else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(PARSERS))
    options = parser.parse_args()
    names = [options.only] if options.only else list(PARSERS)
    weight = sum(SHARES.get(name, 1.0) for name in names)
    total = 0
    for name in names:
        count = max(1, round(options.count * SHARES.get(name, 1.0) / weight))
        for number in range(options.first, options.first + count):
            fault = run(name, number, options.seed)
            if fault:
                print(f"{name}, input {number}, seed {options.seed}:\n{fault}", file=sys.stderr)
                return 1
        total += count
        print(f"{name}: {count} inputs", flush=True)
    print(f"{total} inputs, no failure")
    return 0


if __name__ == "__main__":
    sys.exit(main())
