"""Ranges of values: options and bounds are separated by commas, texts match a pattern."""

from __future__ import annotations

ANYTHING = ""
ANY_TEXT = ".*"
BOOLEAN = "true,false,yes,no,on,off"
COUNT = "0,99999999999"
PATH = '"?(/.*)'
NAME = r"[a-zA-Z0-9_$(){}\[\].:]+"
SMALL_COUNT = "0,1000"
SOME_TEXT = ".+"
INTEGER = "-99999999999,99999999999"
CLASS_EXPRESSION = r"[a-zA-Z0-9_!&@@$|.()\[\]{}:]+"
REAL = "-9.99999E100,9.99999E100"
FACILITY = (
    "LOG_USER,LOG_DAEMON,LOG_LOCAL0,LOG_LOCAL1,LOG_LOCAL2,LOG_LOCAL3,LOG_LOCAL4,"
    "LOG_LOCAL5,LOG_LOCAL6,LOG_LOCAL7"
)
NATURAL = "0,2147483647"
PORT = "1,65535"
MODE = "[0-7augorwxst,+-=]+"
ACCESS_ENTRY = (
    "((user|group):[^:]+:[-=+,rwx()dtTabBpcoD]*(:(allow|deny))?)|((all|mask):[-=+,"
    "rwx()]*(:(allow|deny))?)"
)
LOG_TARGET = r'stdout|udp_syslog|("?[a-zA-Z]:\\.*)|(/.*)'
IDENTITY = r"[-0-9_$(){}\[\].]+"
DIGEST = "md5,sha1,sha256,sha384,sha512"
SHELL = "noshell,useshell,powershell"
UP_TO_40000 = "0,40000"
SCOPE = "namespace,bundle"
LOG_LEVEL = "inform,verbose,error,log"
LINK_TYPE = "symlink,hardlink,relative,absolute"
MAIL_ADDRESS = ".*@.*"
PROTOCOL = "1,classic,2,tls,3,cookie,latest"
OUTPUT = "both,stdout,stderr"
BSD_FLAG = (
    "[+-]*[(arch|archived|nodump|opaque|sappnd|sappend|schg|schange|simmutable|"
    "sunlnk|sunlink|uappnd|uappend|uchg|uchange|uimmutable|uunlnk|uunlink)]+"
)
