"""Record what Ruby's library makes of values, paths, addresses, times and seeds.

python record_library.py
"""

from __future__ import annotations

import json
from random import Random

from record_collections import write  # type: ignore[import-not-found]

TEXTS = r"""
"" "a" "b c" "é" "1" "yes" "null" "- x" "x: y" "#c" "a\nb" "a\n" "  s" "e " "t\tb" "'q'" "\"d\""
"a\\b" "{x}" "%a" "1.0" "0o1" "12e3" "~" ":s" "true " "a: b\nc: d\n" "=x" "x#y" "x #y" "- " "?"
"multi\n  indent\n\nblank" "0x1G" "1e3" "1_0" "1,0" ".5" "+.5" "2001-01-01" "12:30:45" "01:02" "!x"
"&a" "*b" "|" ">" "@x" "`x`" "x, y" "[x" "x]" "é: ü" "\e" "\r\n" "a\r" "\u00a0" "😀" "NO" "Off" "on"
"Null" "NaN" ".NaN" "-.inf" "<<" "y" "Y" "n" "\u2028" "089" "0644"
"""
SCALARS = "nil true false 1 -5 1.5 1e20 1e-7 100.0 :a :b 0 10**25 -0.0".split()
PATHS = [
    "/a/b/c.rb", "a", "", "/", "a/", "a//b", "./x", "../x", ".hid", "x.", "a.tar.gz", "/a b/é.x",
    "a/.b/c", "...", "a/b/..", "x .y", "/a/b.c/d", "a.b ", "//x",
]  # fmt: skip
URIS = [
    "http://a.b/c?d=e#f", "https://user:pw@h:8443/", "mailto:a@b.c", "file:///etc/x", "http://h",
    "/rel/path?x", "urn:isbn:1", "http://[::1]:99/x", "http://h:80", "//h/p", "#f", "?q", "",
    "ldap://h/dc=x?cn?sub", "http://h/%20x", "http://h/a b", "http://é/", "h:1", "http://h:x/",
]  # fmt: skip
ADDRESSES = [
    "10.0.0.1", "10.0.0.1/8", "192.168.1.77/255.255.255.240", "::1", "fe80::1/64", "1.2.3.4/32",
    "2001:db8::ff00:42:8329", "0.0.0.0/0", "::/0", "172.16.5.4/12", "::ffff:10.0.0.1", "1::",
    "1:2:3:4:5:6:7:8/127", "10.0.0.300", "010.1.1.1", "1.2.3", "abc", "1::2::3", "10.0.0.1/33",
    "10.0.0.1/08", "10.0.0.1/255.0.255.0", "10.0.0.1/::1", "[::1]", "fe80::1%eth0", "::g", "",
]  # fmt: skip
ADDRESS_METHODS = (
    "to_s to_string inspect to_i prefix ipv4? ipv6? reverse hton.bytes succ.to_s private? "
    "loopback? link_local? to_range.first.to_s to_range.last.to_s native.to_s netmask family"
)
ESCAPES = (
    "Shellwords.escape Shellwords.split CGI.escape CGI.unescape CGI.escapeHTML CGI.unescapeHTML "
    "ERB::Util.h ERB::Util.url_encode URI.encode_www_form_component Base64.encode64 "
    "URI.decode_www_form_component Base64.strict_encode64 Digest::MD5.hexdigest URI.parse"
)
TIMES = ["0", "1600000000", "951782400", "-1", "1e9", "1234567890.5", "253402300799"]
TIME_FORMATS = [
    "%Y-%m-%d", "%H:%M:%S.%L", "%a %b %e %Y", "%j %U %W %V", "%s", "%I %p %l %k", "%y %C %G %g",
    "%Z %z %:z", "%-d/%-m", "%^a %^B", "%05d", "%3N %6N %9N", "%F %T", "%c", "%x %X", "%D %R %r",
    "%n%t%%", "%h", "%u %w",
]  # fmt: skip
TIME_METHODS = (
    "to_i to_f year month day hour min sec usec nsec wday yday to_s inspect iso8601 monday? utc? "
    "to_a.first(6) round.to_s zone utc_offset"
)
DATES = ["2020-01-31", "2020-02-29", "1999-12-31", "2000-01-01"]
DATE_METHODS = (
    "to_s year month yday wday cweek next_month.to_s prev_month.to_s succ.to_s next_day(3).to_s "
    "prev_day.to_s strftime('%d-%b-%Y')"
)
SEEDS = ["0", "1", "42", "2**31", "2**32", "2**32+5", "2**64", "2**64+7", "10**30", "-5"]
DRAWS = (
    "rand(10) rand(1000000) rand rand(1..6) rand(10**20) rand(2.5) rand(1) rand(0) rand(-1) "
    "rand(2**32) rand(2**33) rand(1...1)"
)


def texts() -> list[str]:
    """Give the literals of TEXTS; blanks stand in them as well."""
    found: list[str] = []
    for line in TEXTS.strip().splitlines():
        at = 0
        while at < len(line):
            end = at + 1
            while line[end] != '"':
                end += 2 if line[end] == "\\" else 1
            found.append(line[at : end + 1])
            at = end + 2
    return found


class Values:
    """Makes nested values at random."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.scalars = [*texts(), '"long " * 30', *SCALARS]

    def value(self, depth: int) -> str:
        chance = self.random.random()
        if depth <= 0 or chance < 0.55:
            return self.random.choice(self.scalars)
        if chance < 0.78:
            return f"[{', '.join(self.value(depth - 1) for _ in range(self.random.randrange(4)))}]"
        # A key that is there twice is another question.
        keys = self.random.sample([*texts(), ":k", "1", "nil", "true", "1.5"], 3)
        pairs = [f"{key} => {self.value(depth - 1)}" for key in keys[: self.random.randrange(4)]]
        return f"{{{', '.join(pairs)}}}"


def written(count: int) -> list[str]:
    """Ask for values as YAML and JSON, and for what is read from that again."""
    values = Values(Random("written"))
    forms = [
        "(%s).to_yaml", "(%s).to_json", "JSON.pretty_generate(%s)", "YAML.load((%s).to_yaml)",
        "JSON.parse(JSON.generate(%s))", "(%s).to_yaml(line_width: -1)", "(%s).inspect",
        "(%s).to_yaml(line_width: 20)",
    ]  # fmt: skip
    return [values.random.choice(forms) % values.value(3) for _ in range(count)]


def listed() -> list[str]:
    """Ask for all that is listed above."""
    made: list[str] = []
    for path in map(quoted, PATHS):
        made += [f"File.{name}({path})" for name in ("basename", "dirname", "extname", "split")]
        made += [f"File.basename({path}, {each})" for each in ('".*"', '".rb"', '"c"')]
        made += [f"File.join({path}, {quoted(other)})" for other in PATHS]
        made += [f"File.expand_path({path}, '/base/dir')", f"File.absolute_path?({path})"]
    made += [f"{name}({text})" for text in texts() for name in ESCAPES.split()]
    for uri in map(quoted, URIS):
        parts = "scheme userinfo user password host port path query fragment opaque class hostname"
        asked = ", ".join(f"u.{part}" for part in parts.split())
        made += [f"URI.parse({uri}).to_s", f"u = URI.parse({uri}); [{asked}]"]
        made += [f"URI.join({uri}, {quoted(other)}).to_s" for other in URIS[:8]]
    for address in ADDRESSES:
        made += [f"IPAddr.new('{address}').{name}" for name in ADDRESS_METHODS.split()]
        made += [f"IPAddr.new('{address}').mask({size}).to_s" for size in (0, 8, 24, 32, 33, 64)]
        for other in ADDRESSES[:13]:
            made.append(f"IPAddr.new('{address}').include?(IPAddr.new('{other}'))")
            made.append(f"IPAddr.new('{address}') <=> IPAddr.new('{other}')")
            made.append(f"(IPAddr.new('{address}') | IPAddr.new('{other}')).to_s")
    for time in TIMES:
        made += [f"Time.at({time}).utc.strftime({quoted(form)})" for form in TIME_FORMATS]
        made += [f"Time.at({time}).utc.{name}" for name in TIME_METHODS.split()]
        made += [f"(Time.at({time}).utc + {step}).inspect" for step in (1, 60, -3600, 0.5)]
    made += [f"Date.parse('{date}').{name}" for date in DATES for name in DATE_METHODS.split()]
    for seed in SEEDS:
        for draw in DRAWS.split():
            made.append(f"r = Random.new({seed}); [r.{draw}, r.{draw}, r.{draw}]")
    return made


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    write("library_values", list(dict.fromkeys(written(1500))))
    write("library_listed", list(dict.fromkeys(listed())))


if __name__ == "__main__":
    main()
