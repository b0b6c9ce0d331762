"""The signatures of the functions.

A row has the type of the result, the type and range of each parameter, and flags:
v  any number of arguments         c  results are cached for the run
l  a list is passed as one value   d  the function expands its arguments itself
u  not called when simulating
"""

from __future__ import annotations


class Signature:
    """The signature of a function."""

    __slots__ = ("flags", "parameters", "returns")

    def __init__(
        self, returns: str, parameters: tuple[tuple[str, str], ...], flags: str = ""
    ) -> None:
        self.returns = returns
        self.parameters = parameters
        self.flags = flags

    @property
    def is_variadic(self) -> bool:
        """Return whether the function takes any number of arguments."""
        return "v" in self.flags

    @property
    def is_cached(self) -> bool:
        """Return whether results are cached for the run."""
        return "c" in self.flags

    @property
    def is_collecting(self) -> bool:
        """Return whether a list is passed as one argument."""
        return "l" in self.flags

    @property
    def is_delayed(self) -> bool:
        """Return whether the function expands its arguments itself."""
        return "d" in self.flags

    @property
    def is_unsafe(self) -> bool:
        """Return whether a call may change the host."""
        return "u" in self.flags


SIGNATURES = {
    "accessedbefore": Signature("context", (("string", '"?(/.*)'), ("string", '"?(/.*)')), ""),
    "accumulated": Signature(
        "int",
        (
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,40000"),
        ),
        "",
    ),
    "ago": Signature(
        "int",
        (
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,40000"),
        ),
        "",
    ),
    "and": Signature("context", (), "v"),
    "basename": Signature("string", (("string", ".*"), ("string", ".*")), "v"),
    "bundlesmatching": Signature("slist", (("string", ".*"),), "v"),
    "bundlestate": Signature("data", (("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),), ""),
    "callstack_callers": Signature("data", (), ""),
    "callstack_promisers": Signature("slist", (), ""),
    "canonify": Signature("string", (("string", ".*"),), ""),
    "canonifyuniquely": Signature("string", (("string", ".*"),), ""),
    "cf_version_after": Signature("context", (("string", ".*"),), ""),
    "cf_version_at": Signature("context", (("string", ".*"),), ""),
    "cf_version_before": Signature("context", (("string", ".*"),), ""),
    "cf_version_between": Signature("context", (("string", ".*"), ("string", ".*")), ""),
    "cf_version_maximum": Signature("context", (("string", ".*"),), ""),
    "cf_version_minimum": Signature("context", (("string", ".*"),), ""),
    "changedbefore": Signature("context", (("string", '"?(/.*)'), ("string", '"?(/.*)')), ""),
    "classesmatching": Signature("slist", (), "v"),
    "classfiltercsv": Signature(
        "data",
        (
            ("string", '"?(/.*)'),
            ("option", "true,false,yes,no,on,off"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "v",
    ),
    "classify": Signature("context", (("string", ".*"),), ""),
    "classmatch": Signature("context", (), "v"),
    "concat": Signature("string", (), "v"),
    "countclassesmatching": Signature("int", (), "v"),
    "countlinesmatching": Signature("int", (("string", ".*"), ("string", '"?(/.*)')), ""),
    "data_expand": Signature("data", (("string", ".*"),), "l"),
    "data_readstringarray": Signature(
        "data",
        (
            ("string", '"?(/.*)'),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "data_readstringarrayidx": Signature(
        "data",
        (
            ("string", '"?(/.*)'),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "data_regextract": Signature("data", (("string", ".*"), ("string", ".*")), ""),
    "data_sysctlvalues": Signature("data", (), ""),
    "datastate": Signature("data", (), ""),
    "difference": Signature("slist", (("string", ".*"), ("string", ".*")), "l"),
    "dirname": Signature("string", (("string", ".*"),), ""),
    "diskfree": Signature("int", (("string", '"?(/.*)'),), ""),
    "escape": Signature("string", (("string", ".*"),), ""),
    "eval": Signature(
        "string", (("string", ".*"), ("option", "math,class"), ("option", "infix")), "v"
    ),
    "every": Signature("context", (("string", ".*"), ("string", ".*")), "l"),
    "execresult": Signature(
        "string",
        (
            ("string", ".+"),
            ("option", "noshell,useshell,powershell"),
            ("option", "both,stdout,stderr"),
        ),
        "vcu",
    ),
    "execresult_as_data": Signature(
        "data",
        (
            ("string", ".+"),
            ("option", "noshell,useshell,powershell"),
            ("option", "both,stdout,stderr"),
        ),
        "vcu",
    ),
    "expandrange": Signature("slist", (("string", ".*"), ("int", "0,99999999999")), ""),
    "file_hash": Signature(
        "string", (("string", '"?(/.*)'), ("option", "md5,sha1,sha256,sha384,sha512")), ""
    ),
    "fileexists": Signature("context", (("string", '"?(/.*)'),), ""),
    "filesexist": Signature("context", (("string", ".*"),), "l"),
    "filesize": Signature("int", (("string", '"?(/.*)'),), ""),
    "filestat": Signature(
        "string",
        (
            ("string", '"?(/.*)'),
            (
                "option",
                "size,gid,uid,ino,nlink,ctime,atime,mtime,xattr,mode,modeoct,permstr,permoct,type,devno,dev_minor,dev_major,basename,dirname,linktarget,linktarget_shallow",
            ),
        ),
        "",
    ),
    "filter": Signature(
        "slist",
        (
            ("string", ".*"),
            ("string", ".*"),
            ("option", "true,false,yes,no,on,off"),
            ("option", "true,false,yes,no,on,off"),
            ("int", "0,99999999999"),
        ),
        "l",
    ),
    "findfiles": Signature("slist", (), "v"),
    "findfiles_up": Signature(
        "data", (("string", '"?(/.*)'), ("string", ".+"), ("int", "0,99999999999")), "v"
    ),
    "findprocesses": Signature("data", (("string", ".*"),), "c"),
    "format": Signature("string", (("string", ".*"),), "v"),
    "getclassmetatags": Signature("slist", (("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),), "v"),
    "getenv": Signature(
        "string", (("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"), ("int", "0,99999999999")), ""
    ),
    "getfields": Signature(
        "int", (("string", ".*"), ("string", '"?(/.*)'), ("string", ".*"), ("string", ".*")), ""
    ),
    "getgid": Signature("int", (("string", ".*"),), ""),
    "getindices": Signature("slist", (("string", ".*"),), "l"),
    "getuid": Signature("int", (("string", ".*"),), ""),
    "getuserinfo": Signature("data", (("string", ".*"),), "v"),
    "getusers": Signature("slist", (("string", ".*"), ("string", ".*")), ""),
    "getvalues": Signature("slist", (("string", ".*"),), "l"),
    "getvariablemetatags": Signature("slist", (("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),), "v"),
    "grep": Signature("slist", (("string", ".*"), ("string", ".*")), "l"),
    "groupexists": Signature("context", (("string", ".*"),), ""),
    "hash": Signature(
        "string", (("string", ".*"), ("option", "md5,sha1,sha256,sha384,sha512")), ""
    ),
    "hash_to_int": Signature(
        "int",
        (
            ("int", "-99999999999,99999999999"),
            ("int", "-99999999999,99999999999"),
            ("string", ".*"),
        ),
        "",
    ),
    "hashmatch": Signature(
        "context",
        (
            ("string", '"?(/.*)'),
            ("option", "md5,sha1,sha256,sha384,sha512"),
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
        ),
        "",
    ),
    "host2ip": Signature("string", (("string", ".*"),), "c"),
    "hostinnetgroup": Signature("context", (("string", ".*"),), ""),
    "hostrange": Signature("context", (("string", ".*"), ("string", ".*")), ""),
    "hostsseen": Signature(
        "slist",
        (
            ("int", "0,99999999999"),
            ("option", "lastseen,notseen"),
            ("option", "name,address,hostkey"),
        ),
        "",
    ),
    "hostswithclass": Signature(
        "slist", (("string", "[a-zA-Z0-9_]+"), ("option", "name,address")), ""
    ),
    "hubknowledge": Signature("string", (("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),), "c"),
    "ifelse": Signature("string", (), "v"),
    "int": Signature("int", (("string", ".*"),), ""),
    "intersection": Signature("slist", (("string", ".*"), ("string", ".*")), "l"),
    "ip2host": Signature("string", (("string", ".*"),), "c"),
    "iprange": Signature("context", (("string", ".*"),), "v"),
    "irange": Signature(
        "irange", (("int", "-99999999999,99999999999"), ("int", "-99999999999,99999999999")), ""
    ),
    "isdir": Signature("context", (("string", '"?(/.*)'),), ""),
    "isexecutable": Signature("context", (("string", '"?(/.*)'),), ""),
    "isgreaterthan": Signature("context", (("string", ".*"), ("string", ".*")), ""),
    "isipinsubnet": Signature("context", (("string", ".*"),), "v"),
    "islessthan": Signature("context", (("string", ".*"), ("string", ".*")), ""),
    "islink": Signature("context", (("string", '"?(/.*)'),), ""),
    "isnewerthan": Signature("context", (("string", '"?(/.*)'), ("string", '"?(/.*)')), ""),
    "isplain": Signature("context", (("string", '"?(/.*)'),), ""),
    "isvariable": Signature("context", (("string", ".*"),), ""),
    "join": Signature("string", (("string", ".*"), ("string", ".*")), "l"),
    "lastnode": Signature("string", (("string", ".*"), ("string", ".*")), ""),
    "laterthan": Signature(
        "context",
        (
            ("int", "0,10000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,40000"),
        ),
        "",
    ),
    "ldaparray": Signature(
        "context",
        (
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("option", "subtree,onelevel,base"),
            ("option", "none,ssl,sasl"),
        ),
        "",
    ),
    "ldaplist": Signature(
        "slist",
        (
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("option", "subtree,onelevel,base"),
            ("option", "none,ssl,sasl"),
        ),
        "c",
    ),
    "ldapvalue": Signature(
        "string",
        (
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("option", "subtree,onelevel,base"),
            ("option", "none,ssl,sasl"),
        ),
        "c",
    ),
    "length": Signature("int", (("string", ".*"),), "l"),
    "lsdir": Signature(
        "slist", (("string", ".+"), ("string", ".*"), ("option", "true,false,yes,no,on,off")), ""
    ),
    "makerule": Signature("string", (("string", '"?(/.*)'), ("string", ".*")), "l"),
    "maparray": Signature("slist", (("string", ".*"), ("string", ".*")), "ld"),
    "mapdata": Signature(
        "data",
        (("option", "none,canonify,json,json_pipe"), ("string", ".*"), ("string", ".*")),
        "ld",
    ),
    "maplist": Signature("slist", (("string", ".*"), ("string", ".*")), "ld"),
    "max": Signature("string", (("string", ".*"), ("option", "lex,int,real,IP,ip,MAC,mac")), "l"),
    "mean": Signature("real", (("string", ".*"),), "l"),
    "mergedata": Signature("data", (), "vl"),
    "min": Signature("string", (("string", ".*"), ("option", "lex,int,real,IP,ip,MAC,mac")), "l"),
    "network_connections": Signature("data", (), ""),
    "none": Signature("context", (("string", ".*"), ("string", ".*")), "l"),
    "not": Signature("context", (("string", ".*"),), ""),
    "now": Signature("int", (), ""),
    "nth": Signature("string", (("string", ".*"), ("string", ".*")), "l"),
    "on": Signature(
        "int",
        (
            ("int", "1970,3000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
            ("int", "0,1000"),
        ),
        "",
    ),
    "or": Signature("context", (), "v"),
    "packagesmatching": Signature(
        "data", (("string", ".*"), ("string", ".*"), ("string", ".*"), ("string", ".*")), ""
    ),
    "packageupdatesmatching": Signature(
        "data", (("string", ".*"), ("string", ".*"), ("string", ".*"), ("string", ".*")), ""
    ),
    "parseintarray": Signature(
        "int",
        (
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "parsejson": Signature("data", (("string", ".*"),), ""),
    "parserealarray": Signature(
        "int",
        (
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "parsestringarray": Signature(
        "int",
        (
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "parsestringarrayidx": Signature(
        "int",
        (
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "parseyaml": Signature("data", (("string", ".*"),), ""),
    "peerleader": Signature(
        "string", (("string", '"?(/.*)'), ("string", ".*"), ("int", "2,64")), ""
    ),
    "peerleaders": Signature(
        "slist", (("string", '"?(/.*)'), ("string", ".*"), ("int", "2,64")), ""
    ),
    "peers": Signature("slist", (("string", '"?(/.*)'), ("string", ".*"), ("int", "2,64")), ""),
    "processexists": Signature("context", (("string", ".*"),), "c"),
    "product": Signature("real", (("string", ".*"),), "l"),
    "randomint": Signature(
        "int", (("int", "-99999999999,99999999999"), ("int", "-99999999999,99999999999")), ""
    ),
    "read_module_protocol": Signature("context", (("string", '"?(/.*)'),), ""),
    "readcsv": Signature("data", (("string", '"?(/.*)'), ("int", "0,99999999999")), "v"),
    "readdata": Signature(
        "data", (("string", '"?(/.*)'), ("option", "CSV,YAML,JSON,ENV,auto")), ""
    ),
    "readenvfile": Signature("data", (("string", '"?(/.*)'), ("int", "0,99999999999")), "v"),
    "readfile": Signature("string", (("string", '"?(/.*)'), ("int", "0,99999999999")), "v"),
    "readintarray": Signature(
        "int",
        (
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
            ("string", '"?(/.*)'),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "readintlist": Signature(
        "ilist",
        (
            ("string", '"?(/.*)'),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "readjson": Signature("data", (("string", '"?(/.*)'), ("int", "0,99999999999")), "v"),
    "readrealarray": Signature(
        "int",
        (
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
            ("string", '"?(/.*)'),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "readreallist": Signature(
        "rlist",
        (
            ("string", '"?(/.*)'),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "readstringarray": Signature(
        "int",
        (
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
            ("string", '"?(/.*)'),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "readstringarrayidx": Signature(
        "int",
        (
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
            ("string", '"?(/.*)'),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "readstringlist": Signature(
        "slist",
        (
            ("string", '"?(/.*)'),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("int", "0,99999999999"),
        ),
        "",
    ),
    "readtcp": Signature(
        "string",
        (("string", ".*"), ("string", ".*"), ("string", ".*"), ("int", "0,99999999999")),
        "c",
    ),
    "readyaml": Signature("data", (("string", '"?(/.*)'), ("int", "0,99999999999")), "v"),
    "regarray": Signature("context", (("string", ".*"), ("string", ".*")), "l"),
    "regcmp": Signature("context", (("string", ".*"), ("string", ".*")), ""),
    "regex_replace": Signature(
        "string", (("string", ".*"), ("string", ".*"), ("string", ".*"), ("string", ".*")), ""
    ),
    "regextract": Signature(
        "context",
        (("string", ".*"), ("string", ".*"), ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+")),
        "",
    ),
    "registryvalue": Signature("string", (("string", ".*"), ("string", ".*")), ""),
    "regldap": Signature(
        "context",
        (
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("option", "subtree,onelevel,base"),
            ("string", ".*"),
            ("option", "none,ssl,sasl"),
        ),
        "c",
    ),
    "regline": Signature("context", (("string", ".*"), ("string", ".*")), ""),
    "reglist": Signature("context", (("string", ".*"), ("string", ".*")), "l"),
    "remoteclassesmatching": Signature(
        "context",
        (
            ("string", ".*"),
            ("string", ".*"),
            ("option", "true,false,yes,no,on,off"),
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
        ),
        "",
    ),
    "remotescalar": Signature(
        "string",
        (
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
            ("string", ".*"),
            ("option", "true,false,yes,no,on,off"),
        ),
        "c",
    ),
    "returnszero": Signature(
        "context", (("string", ".+"), ("option", "noshell,useshell,powershell")), "cu"
    ),
    "reverse": Signature("slist", (("string", ".*"),), "l"),
    "rrange": Signature(
        "rrange", (("real", "-9.99999E100,9.99999E100"), ("real", "-9.99999E100,9.99999E100")), ""
    ),
    "search_up": Signature(
        "data", (("string", '"?(/.*)'), ("string", ".+"), ("int", "0,99999999999")), "v"
    ),
    "selectservers": Signature(
        "int",
        (
            ("string", "@[(][a-zA-Z0-9_$(){}\\[\\].:]+[)]"),
            ("string", ".*"),
            ("string", ".*"),
            ("string", ".*"),
            ("int", "0,99999999999"),
            ("string", "[a-zA-Z0-9_$(){}\\[\\].:]+"),
        ),
        "",
    ),
    "shuffle": Signature("slist", (("string", ".*"), ("string", ".*")), "l"),
    "some": Signature("context", (("string", ".*"), ("string", ".*")), "l"),
    "sort": Signature("slist", (("string", ".*"), ("option", "lex,int,real,IP,ip,MAC,mac")), "vl"),
    "splayclass": Signature("context", (("string", ".*"), ("option", "daily,hourly")), ""),
    "splitstring": Signature(
        "slist", (("string", ".*"), ("string", ".*"), ("int", "0,99999999999")), ""
    ),
    "storejson": Signature("string", (("string", ".*"),), "l"),
    "strcmp": Signature("context", (("string", ".*"), ("string", ".*")), ""),
    "strftime": Signature(
        "string", (("option", "gmtime,localtime"), ("string", ".*"), ("int", "0,99999999999")), ""
    ),
    "string": Signature("string", (("string", ".*"),), ""),
    "string_downcase": Signature("string", (("string", ".*"),), ""),
    "string_head": Signature("string", (("string", ".*"), ("int", "-99999999999,99999999999")), ""),
    "string_length": Signature("int", (("string", ".*"),), ""),
    "string_mustache": Signature("string", (), "vl"),
    "string_replace": Signature(
        "string", (("string", ".*"), ("string", ".*"), ("string", ".*")), ""
    ),
    "string_reverse": Signature("string", (("string", ".*"),), ""),
    "string_split": Signature(
        "slist", (("string", ".*"), ("string", ".*"), ("int", "0,99999999999")), ""
    ),
    "string_tail": Signature("string", (("string", ".*"), ("int", "-99999999999,99999999999")), ""),
    "string_trim": Signature("string", (("string", ".*"),), ""),
    "string_upcase": Signature("string", (("string", ".*"),), ""),
    "sublist": Signature(
        "slist", (("string", ".*"), ("option", "head,tail"), ("int", "0,99999999999")), "l"
    ),
    "sum": Signature("real", (("string", ".*"),), "l"),
    "sysctlvalue": Signature("string", (("string", ".*"),), ""),
    "translatepath": Signature("string", (("string", '"?(/.*)'),), ""),
    "type": Signature("string", (("string", ".*"), ("option", "true,false,yes,no,on,off")), "v"),
    "unique": Signature("slist", (("string", ".*"),), "l"),
    "url_get": Signature("data", (("string", ".*"), ("string", ".*")), ""),
    "usemodule": Signature("context", (("string", ".*"), ("string", ".*")), "u"),
    "userexists": Signature("context", (("string", ".*"),), ""),
    "validdata": Signature("context", (("string", ".*"), ("option", "JSON")), ""),
    "validjson": Signature("context", (("string", ".*"),), "v"),
    "variablesmatching": Signature("slist", (), "v"),
    "variablesmatching_as_data": Signature("data", (), "v"),
    "variance": Signature("real", (("string", ".*"),), "l"),
}
