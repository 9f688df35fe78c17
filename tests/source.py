"""What files of code import and define: each is parsed once in a process, however many rules it is held to."""

import ast
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Source:
    """Its imports anywhere, those inside functions by line, and the names of what it defines; functions with their length."""

    imports: tuple[ast.Import | ast.ImportFrom, ...]
    deferred: tuple[int, ...]
    classes: tuple[str, ...]
    functions: tuple[tuple[str, int], ...]


@cache
def read(source: str) -> Source:
    nodes = list(ast.walk(ast.parse(source)))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    deferred = [
        inner.lineno
        for function in functions
        # An import that begins its line is in no function.
        if any(node.col_offset for node in imports)
        for inner in ast.walk(function)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    return Source(
        imports=tuple(imports),
        deferred=tuple(deferred),
        classes=tuple(node.name for node in nodes if isinstance(node, ast.ClassDef)),
        functions=tuple(
            (node.name, (node.end_lineno or 0) - node.lineno + 1)
            for node in functions
            if isinstance(node, ast.FunctionDef)
        ),
    )
