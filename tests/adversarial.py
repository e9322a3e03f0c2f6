"""Texts that are made to be expensive to read: for each form, families of which every member repeats a piece."""

from collections.abc import Callable

Family = Callable[[int], bytes]
"""Return a text of about that many bytes."""


def repeated(piece: bytes, before: bytes = b"", after: bytes = b"") -> Family:
    """Return the family of texts that repeat a piece."""
    return lambda size: before + piece * (size // len(piece)) + after


_TAG = b'[Event "?"]\n'
_ROOT = b"(;FF[4]GM[11]SZ[11]"
_HEAD = b"Match a X@1 vs b O@1 on d\n"
_BOARD = b"rrrrrrrrrrrr........wwwwwwwwwwww"
_FIRST = b"W: " + _BOARD + b" -1 r 50\n"
_GAME = b'{"version":2,"game":"hex","options":{"size":5},"players":["a","b"],"start":"'
_LINK = b"https://hexworld.org/board/#"

FAMILIES: dict[str, dict[str, Family]] = {
    ".pdn": {
        "move numbers": repeated(b"1. ", _TAG),
        "judgements": repeated(b"$1 ", _TAG),
        "move numbers after a move": repeated(b"2. ", b"1. 11-15 "),
        "comments": repeated(b"{a}"),
        "comments with brackets": repeated(b"{\n[}", _TAG),
        "comments never closed": repeated(b"{ ", _TAG),
        "comments closed at the end": repeated(b"{", _TAG, b"}"),
        "line comments": repeated(b";\n", b"1. 11-15 "),
        "line comment never ended": repeated(b"; $1 1. ", b"1. 11-15 "),
        "variations": repeated(b"(1. 11-15) ", b"1. 11-15 "),
        "nested variations": repeated(b"(", b"1. 11-15 "),
        "variations never closed, in games": repeated(b"(\n\n", _TAG),
        "tags": repeated(b'[White "a"]\n'),
        "broken tags": repeated(b"[White "),
        "quotes": repeated(b'[White "'),
        "backslashes": repeated(b"\\", b'[White "'),
        "brackets": repeated(b"["),
        "space": repeated(b" ", b"1. 11-15"),
        "newlines": repeated(b"\n", b"1. 11-15"),
        "dots": repeated(b"."),
        "digits": repeated(b"1"),
        "long captures": repeated(b"1x", b"1. "),
        "results": repeated(b"* "),
        "games without moves": repeated(b'[White "a"] *\n'),
        "moves after the problem": repeated(b"1-32 ", b"1. 1-32 "),
        "problems in one line": repeated(b'[White "a"] 1-32 1-0 '),
        "questions": repeated(b"?! "),
        "comments and move numbers": repeated(b"{a} 1. ", b"1. 11-15 "),
        "comments never closed, in variations": repeated(b"({", b"1. 11-15 "),
        "comments never closed, in games": repeated(b'[White "a"]\n1. 11-15 {\n'),
        "lines of brackets": repeated(b"{\n[a", _TAG),
        "repeated positions": repeated(b"1-5 32-28 5-1 28-32 ", b'[Rules "repetition=9999999"]\n[FEN "B:WK32:BK1"]\n'),
        "shuffling kings": repeated(b"1-5 32-28 5-1 28-32 ", b'[FEN "B:WK32:BK1"]\n'),
        "shuffling kings with marks": repeated(b"1-5 ? 32-28 ! 5-1 . 28-32 ", b'[FEN "B:WK32:BK1"]\n'),
        "shuffling kings with variations": repeated(b"1-5 () 32-28 () 5-1 () 28-32 () ", b'[FEN "B:WK32:BK1"]\n'),
        "shuffling kings, written with colons": repeated(b"1:5 32-28 5-1 28-32 ", b'[FEN "B:WK32:BK1"]\n'),
    },
    ".sgf": {
        "empty nodes": repeated(b";", _ROOT),
        "roots": repeated(b"(;"),
        "trees": repeated(b"(", _ROOT),
        "trees in roots": repeated(b"(;FF[4]"),
        "closed trees": repeated(b"()", _ROOT),
        "brackets": repeated(b")", _ROOT),
        "nodes with spaces": repeated(b" ; ", _ROOT),
        "properties": repeated(b"X[]", _ROOT),
        "values": repeated(b"[a1]", _ROOT + b"AB"),
        "stones": repeated(b"AB[a1]", _ROOT),
        "backslashes": repeated(b"\\", _ROOT + b"C["),
        "open values": repeated(b"C[", _ROOT),
        "open values in trees": repeated(b"(;C["),
        "space": repeated(b" ", _ROOT),
        "names": repeated(b"A", _ROOT),
        "comments": repeated(b";C[a]", _ROOT + b";B[a1]"),
        "moves": repeated(b";B[a1];W[b1]", _ROOT),
        "moves with open comments": repeated(b";B[a1]C[", _ROOT),
        "broken trees": repeated(b"(;]"),
        "broken trees in one line": repeated(b"(;B[z99])"),
        "broken trees with roots": repeated(b"(;FF[4]!)"),
        "games": repeated(b"(;B[a1])"),
        "games that are cut off": repeated(b"(;SZ[11];B[a1]"),
        "variations": repeated(b"(;B[a1])", _ROOT, b")"),
        "swaps": repeated(b";B[swap-sides]", _ROOT),
        "escaped brackets in roots": repeated(b"(;FF[\\]"),
        "escaped brackets in comments": repeated(b"(;FF[4];B[a1]C[\\]"),
        "broken trees with escapes": repeated(b"(;GM[11]!C[\\]"),
        "empty nodes and moves": lambda size: _ROOT + b";B[a1];;W[a2];;" + b";" * size + b")",
    },
    ".arbi": {
        "vs": repeated(b" vs ", b"Match "),
        "X@1 vs": repeated(b" X@1 vs ", b"Match "),
        "X@1 vs O@1": repeated(b" X@1 vs  O@1 on", b"Match "),
        "X@1 and digits": repeated(b" X@1", b"Match "),
        "lines of vs": repeated(b"Match " + b" X@1 vs " * 100 + b"\n"),
        "matches": repeated(_HEAD),
        "moves": repeated(b"Xa1 #1 t=1ms\nOb1 #1 t=1ms\n", _HEAD),
        "numbered moves": lambda size: (
            _HEAD + b"".join(b"Xa1 #%d\nOb1 #%d\n" % (i, i) for i in range(1, min(size // 20, 900000)))
        ),
        "stops": repeated(b"X. E: a\n", _HEAD),
        "nonsense": repeated(b"Xx\n", _HEAD),
        "space": repeated(b" ", b"Xa1"),
        "lines of space": repeated(b"Xa1" + b" " * 200 + b"#" + b" " * 200 + b"\n"),
        "handshakes": repeated(b"X: a\n", _HEAD),
        "long handshake": repeated(b" a", b"X:"),
        "spaces in stops": repeated(b"X." + b" " * 500 + b"\n"),
        "boards": repeated(b"Board 11\n"),
        "ends": repeated(b"Ended on \n"),
        "final moves": repeated(b"Xa1.\nOb1.\n", _HEAD),
        "different moves": lambda size: (
            _HEAD + b"".join(b"Xa%d #%d\nO%c1 #%d\n" % (i % 26 + 1, i, 97 + i % 26, i) for i in range(1, size // 15))
        ),
    },
    ".kth": {
        "messages": repeated(_FIRST),
        "messages without a game": repeated(_BOARD + b" 0_9_13 w 49\n"),
        "boards": repeated(_BOARD + b"\n", _FIRST),
        "long board": repeated(b"r", _FIRST),
        "space": repeated(b" ", _FIRST),
        "lines of space": repeated(b" " * 500 + b"\n", _FIRST),
        "fields": repeated(b"W: r ", _FIRST),
        "lines of fields": repeated(b"W: r r r\n", _FIRST),
        "names": repeated(b"# red: a\n"),
        "null moves": repeated(b"W: " + _BOARD + b" -5 r 50\nR: " + _BOARD + b" -5 w 50\n", _FIRST),
        "impossible moves": repeated(_BOARD + b" 0_1_5 w 49\n" + _BOARD + b" 0_1_6 w 49\n", _FIRST),
        "long captures": repeated(_BOARD + b" 9_1_2_3_4_5_6_7_8_9_10 w 49\n", _FIRST),
        "ends": repeated(_BOARD + b" -2 r 50\n"),
        "prefixes": repeated(b"W:"),
        "spaces between": repeated(_BOARD + b" " * 500 + b"-1" + b" " * 500 + b"r" + b" " * 500 + b"x\n"),
        "kings": repeated(b"RRRRRRRRRRRR........WWWWWWWWWWWW -1 r 50\n" + _BOARD + b" 0_9_13 w 49\n"),
    },
    ".jsonl": {
        "brackets": repeated(b"["),
        "lines of brackets": repeated(b"[\n"),
        "objects": repeated(b'{"":'),
        "digits": repeated(b"1"),
        "digits of a version": repeated(b"1", b'{"version":', b"}"),
        "exponent": repeated(b"9", b'{"version":1e', b"}"),
        "quotes": repeated(b'"'),
        "backslashes": repeated(b"\\", b'"'),
        "escapes": repeated(b"\\u0041", b'{"version":"', b'"}'),
        "starts": repeated(b".....", _GAME, b'"}'),
        "keys": repeated(b'"a":1,', b"{", b'"b":1}'),
        "rows of a start": repeated(b"/", _GAME, b'"}'),
        "empty lines": repeated(b"\n"),
        "space": repeated(b" "),
        "turns": repeated(
            b'{"move":"a1","seconds":0},', _GAME + b'..... ....." ,"tree":[{},', b'{"move":"a1","seconds":0}]}'
        ),
    },
    ".hexworld": {
        "links": repeated(_LINK + b"11c1,a1\n"),
        "links in one line": repeated(_LINK + b"11c1,a1 "),
        "open links": repeated(_LINK),
        "cells": repeated(b"a1", _LINK + b"11c1,"),
        "commas": repeated(b",", _LINK + b"11c1,"),
        "swaps": repeated(b":s", _LINK + b"11c1,a1"),
        "passes": repeated(b":p", _LINK + b"11c1,a1"),
        "settings": repeated(b"c1", _LINK + b"11"),
        "bare settings": repeated(b"a", b"11"),
        "bare cells": repeated(b"a1", b"11c1,"),
        "digits": repeated(b"1", _LINK),
        "digits of a cell": repeated(b"1", _LINK + b"11c1,a"),
        "space": repeated(b" "),
        "addresses": repeated(b"https://"),
        "resignations": repeated(b":rb", _LINK + b"11c1,"),
        "lines of bare settings": repeated(b"11" + b"a" * 500 + b"\n"),
    },
}


def _numbered(piece: bytes, before: bytes = b"", after: bytes = b"") -> Family:
    """Return the family of texts whose pieces differ in a number."""
    return lambda size: before + b"".join(piece % i for i in range(size // len(piece % 10_000))) + after


_AGENT = b'{"id":"a","type":"engine","engine":"random"}'

CONFIGURATIONS: dict[str, dict[str, Family]] = {
    ".toml": {
        "dotted key": repeated(b"a.", b"", b"a=1"),
        "dotted key of quotes": repeated(b'"a".', b"", b"a=1"),
        "dotted key with spaces": repeated(b"a . ", b"", b"a=1"),
        "table of many parts": repeated(b"a.", b"[", b"a]"),
        "inline table of many parts": repeated(b"a.", b"x={", b"a=1}"),
        "long key": repeated(b"a", b"", b"=1"),
        "keys": _numbered(b"a%d=1\n"),
        "tables": _numbered(b"[a%d]\n"),
        "subtables": _numbered(b"[a.b%d]\n"),
        "arrays of tables": repeated(b"[[a]]\n"),
        "nested arrays": repeated(b"[", b"a="),
        "nested tables": repeated(b"{a=", b"a="),
        "comments": repeated(b"#\n"),
        "escapes": repeated(b"\\n", b'a="', b'"'),
        "escaped quotes": repeated(b'\\"', b'a="'),
        "triple quotes": repeated(b'"""\\'),
        "apostrophes": repeated(b"'"),
        "lines of a text": repeated(b"\n", b'a="""', b'"""'),
        "digits": repeated(b"1", b"a="),
        "agents": repeated(b'[[agents]]\nid="a"\ntype="engine"\n'),
    },
    ".json": {
        "brackets": repeated(b"["),
        "nested objects": repeated(b'{"a":'),
        "keys": _numbered(b'"k%d":1,', b"{", b'"z":1}'),
        "the same key": repeated(b'"a":1,', b"{", b'"z":1}'),
        "long key": repeated(b"a", b'{"', b'":1}'),
        "equal agents": repeated(_AGENT + b",", b'{"agents":[', _AGENT + b"]}"),
        "agents": _numbered(b'{"id":"a%d","type":"engine","engine":"random"},', b'{"agents":[', _AGENT + b"]}"),
        "empty agents": repeated(b"{},", b'{"agents":[', b"{}]}"),
        "keys of an agent": _numbered(b'"k%d":1,', b'{"agents":[{', b'"z":1}]}'),
        "commands": repeated(b'{"id":"a","type":"executable","command":"x"},', b'{"agents":[', _AGENT + b"]}"),
        "words of a command": repeated(b"a ", b'{"agents":[{"id":"a","type":"executable","command":"', b'"}]}'),
        "digits": repeated(b"1", b'{"id":', b"}"),
        "strings": repeated(b'"a",', b'{"agents":[', b'"a"]}'),
    },
    "agent": {
        "brackets": repeated(b"["),
        "nested objects": repeated(b'{"a":'),
        "keys": _numbered(b'"k%d":1,', b"{", b'"z":1}'),
        "the same key": repeated(b'"a":1,', b"{", b'"z":1}'),
        "the same keys": lambda size: (
            _numbered(b'"k%d":1,', b"{")(size // 2) + _numbered(b'"k%d":1,', b"", b'"z":1}')(size // 2)
        ),
        "long key": repeated(b"a", b'{"', b'":1}'),
        "a key repeated in a key": repeated(b"depth", b'{"', b'":1}'),
        "table": repeated(b"1,", b'{"man_table":[', b"1]}"),
        "table of texts": repeated(b'"x",', b'{"man_table":[', b"1]}"),
        "digits": repeated(b"1", b'{"depth":', b"}"),
        "long text": repeated(b"a", b'{"search":"', b'"}'),
    },
    "openings": {
        "newlines": repeated(b"\n"),
        "spaces": repeated(b" "),
        "nonsense": repeated(b"x\n"),
        "moves in one line": repeated(b"11-15 "),
        "moves": repeated(b"11-15\n"),
        "cells": repeated(b"a1 "),
        "squares of a position": repeated(b"1,", b"W:W"),
        "fields of a position": repeated(b":", b"W:W1"),
        "board": repeated(b"."),
        "games": repeated(b'[White "a"] *\n'),
        "tags": repeated(b"[a "),
        "trees": repeated(b"(;"),
        "braces": repeated(b'{"'),
        "lines of spaces": repeated(b" \n"),
    },
}
