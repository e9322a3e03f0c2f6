"""Small bugs that can be planted in Python source, one at a time, such as typical slips."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARISONS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
ARITHMETIC = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "//"}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TWINS |= {"first": "second", "second": "first", "append": "extend", "minimum": "maximum", "maximum": "minimum"}
UNSEEN_CALLS = {"debug", "info", "warning", "error", "exception", "cast", "NamedTuple", "TypeVar"}
"""Calls whose arguments are not changed: log messages and types."""

UNSEEN_ARGUMENTS = {
    "help",
    "description",
    "metavar",
    "stacklevel",
    "strict",
    "repr",
    "padx",
    "pady",
    "padding",
    "encoding",
}
"""Named arguments that are not changed: texts, internal checks, the form of `repr`, and padding in windows. `encoding`
is always UTF-8 where tests run; `test_architecture.py` checks that it is set everywhere."""


class Mutant(NamedTuple):
    """A planted bug: a span of bytes in a file and its replacement."""

    path: str
    """Path of the file, relative to the package."""
    function: str
    """Qualified name of the function around it; empty for the module's and the classes' own statements."""
    is_cached: bool
    """True if the function caches its results, so that few tests call it."""
    line: int
    start: int
    end: int
    text: str

    def planted(self, source: bytes) -> bytes:
        """Return the source with the bug in it."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def diff(self, source: bytes) -> tuple[str, str]:
        """Return the line that changes, before and after; further lines of the same expression are omitted."""
        start = source.rfind(b"\n", 0, self.start) + 1
        before, after = source[start:], self.planted(source)[start:]
        return before.split(b"\n", 1)[0].decode().strip(), after.split(b"\n", 1)[0].decode().strip()


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """Return every bug that can be planted in a file, in the order of the file."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return sorted(finder.mutants, key=lambda mutant: (mutant.start, mutant.end, mutant.text))


def package_mutants(root: Path, under: tuple[str, ...]) -> list[Mutant]:
    """Return every bug that can be planted in the modules whose path begins with one of the prefixes."""
    files = sorted(file for file in root.rglob("*.py") if str(file.relative_to(root)).startswith(under))
    return [mutant for file in files for mutant in mutants_of(str(file.relative_to(root)), file.read_bytes())]


class _Finder(ast.NodeVisitor):
    """Collects mutants. Skips code without visible effect: texts, annotations, `raise`, `assert`, decorators."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.starts = [0, *(i + 1 for i, byte in enumerate(source) if byte == ord("\n"))]
        self.scope: list[str] = []
        self.function = ""
        self.is_cached = False
        self.mutants: list[Mutant] = []
        self.unordered: set[ast.AST] = set()
        """Tuples whose order does not matter: operands of `in`, and exceptions."""

    def visit(self, node: ast.AST) -> None:
        """Collect the mutants of a node and of its children."""
        if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom):
            return
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            self.unordered.add(node.type)
        elif isinstance(node, ast.Compare):
            self.unordered |= {
                right
                for kind, right in zip(node.ops, node.comparators, strict=True)
                if isinstance(kind, ast.In | ast.NotIn)
            }
        self.mutants += self._of(node)
        super().visit(node)

    def generic_visit(self, node: ast.AST) -> None:
        """Visit the children of a node except annotations and decorators."""
        for name, value in ast.iter_fields(node):
            if name not in {"annotation", "returns", "decorator_list", "type_params"}:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self.visit(child)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Visit the statements of a class."""
        self.scope.append(node.name)
        self.generic_visit(node)
        self.scope.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Visit the statements of a function, and keep its name for looking up tests."""
        if node.name != "__repr__":
            outer = self.function, self.is_cached
            self.function = ".".join([*self.scope, node.name])
            self.is_cached = any("cache" in ast.dump(decorator) for decorator in node.decorator_list)
            self.scope += [node.name, "<locals>"]
            self.generic_visit(node)
            del self.scope[-2:]
            self.function, self.is_cached = outer

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 (the same)

    def visit_If(self, node: ast.If) -> None:
        """Visit an `if` unless it is for type checkers."""
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        """Visit a named argument unless it is in `UNSEEN_ARGUMENTS`."""
        if node.arg not in UNSEEN_ARGUMENTS:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Visit a call unless its arguments are messages or types."""
        if _name(node.func) not in UNSEEN_CALLS:
            self.generic_visit(node)

    def _of(self, node: ast.AST) -> Iterator[Mutant]:
        """Yield the mutants of a node itself."""
        if isinstance(node, ast.Compare | ast.BoolOp | ast.BinOp | ast.UnaryOp):
            yield from self._of_operator(node)
        elif isinstance(node, ast.Constant):
            yield from self._of_constant(node)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node)
        elif isinstance(node, ast.stmt):
            yield from self._of_statement(node)
        elif isinstance(node, ast.Name | ast.Attribute | ast.Tuple):
            yield from self._of_value(node)
        if isinstance(node, ast.If | ast.While | ast.IfExp) and not isinstance(node.test, ast.Compare):
            yield self._replaced(node.test, f"(not ({self._text(node.test)}))")

    def _of_operator(self, node: ast.expr) -> Iterator[Mutant]:
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                yield self._between(left, right, COMPARISONS[type(operator)])
            case ast.BoolOp(op=operator, values=[first, second, *_]):
                yield self._between(first, second, "or" if isinstance(operator, ast.And) else "and")
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in ARITHMETIC:
                if not any(isinstance(side, ast.JoinedStr) for side in (left, right)):
                    yield self._between(left, right, ARITHMETIC[type(operator)])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self._replaced(node, f"({self._text(operand)})")

    def _of_constant(self, node: ast.Constant) -> Iterator[Mutant]:
        if isinstance(node.value, bool):
            yield self._replaced(node, str(not node.value))
        elif isinstance(node.value, int | float):
            yield self._replaced(node, repr(node.value + 1))

    def _of_value(self, node: ast.expr) -> Iterator[Mutant]:
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if name in TWINS:
                yield self._replaced(node, TWINS[name])
            case ast.Attribute(value=value, attr=name, ctx=ast.Load()) if name in TWINS:
                yield self._replaced(node, f"{self._text(value)}.{TWINS[name]}")
            case ast.Tuple(elts=[first, second], ctx=ast.Load()) if ast.dump(first) != ast.dump(second):
                starred = any(isinstance(each, ast.Starred) for each in (first, second))
                if not starred and node not in self.unordered:
                    yield self._swapped(first, second)

    def _of_statement(self, node: ast.stmt) -> Iterator[Mutant]:
        match node:
            case ast.Return(value=ast.expr() as value) if not _is_constant(value, None):
                yield self._replaced(value, "None")
            case ast.Expr(value=ast.Call(func=called)) if _name(called) not in UNSEEN_CALLS:
                yield self._replaced(node, "pass")
            case ast.Expr(value=ast.Await()) | ast.AugAssign() | ast.Break() | ast.Continue() | ast.Delete():
                yield self._replaced(node, "pass")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                yield self._replaced(node, "pass")

    def _of_call(self, node: ast.Call) -> Iterator[Mutant]:
        """Yield the mutants of a call: a named argument dropped, its first two arguments swapped."""
        for keyword in node.keywords:
            if keyword.arg is not None and keyword.arg not in UNSEEN_ARGUMENTS:
                start, end = self._span(keyword)
                comma = self.source[end : end + 1] == b","
                yield self._mutant(keyword.lineno, start, end + comma, "")
        symmetric = _name(node.func) in TWINS
        if (
            len(node.args) > 1
            and not symmetric
            and not any(isinstance(argument, ast.Starred) for argument in node.args[:2])
        ):
            first, second = node.args[:2]
            texts = [_is_constant(argument, str) or isinstance(argument, ast.JoinedStr) for argument in (first, second)]
            if not any(texts) and ast.dump(first) != ast.dump(second):
                yield self._swapped(first, second)

    def _swapped(self, first: ast.expr, second: ast.expr) -> Mutant:
        (start, middle), (after, end) = self._span(first), self._span(second)
        text = self._text(second) + self.source[middle:after].decode() + self._text(first)
        return self._mutant(first.lineno, start, end, text)

    def _between(self, left: ast.expr, right: ast.expr, operator: str) -> Mutant:
        """Return the mutant with another operator; brackets around either side stay as they are."""
        start, end = self._span(left)[1], self._span(right)[0]
        around = self.source[start:end].decode()
        closing = around[: len(around) - len(around.lstrip(") \n"))]
        opening = around[len(around.rstrip("( \n")) :]
        return self._mutant(left.end_lineno or 0, start, end, f"{closing or ' '}{operator}{opening or ' '}")

    def _replaced(self, node: ast.expr | ast.stmt, text: str) -> Mutant:
        return self._mutant(node.lineno, *self._span(node), text)

    def _mutant(self, line: int, start: int, end: int, text: str) -> Mutant:
        return Mutant(self.path, self.function, self.is_cached, line, start, end, text)

    def _text(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()

    def _span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)


def _name(node: ast.expr) -> str:
    """Return the last part of a dotted name, or nothing."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_constant(node: ast.expr, kind: type | None) -> bool:
    """Return True if the node is a constant of a type, or `None` itself."""
    return isinstance(node, ast.Constant) and (node.value is None if kind is None else isinstance(node.value, kind))
