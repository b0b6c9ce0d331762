"""pond::song(word, times): a word, again and again."""

from duckrow.puppet.runtime.function import Form, Function


def _song(_scope, word, times=2):
    return " ".join([word] * times)


FUNCTION = Function(
    "pond::song",
    Form("String word", "Integer[1] times?", run=_song),
)
