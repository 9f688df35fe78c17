"""Finds the audit verbs that code writes, in every spelling, by reading its syntax trees.

A helper is a function that takes a `verb`: `record` and `record_read`, and whatever calls them for others, or a class
that carries one to where its file writes it. A verb is what stands in that place of a call: in it, by its keyword, as
the helper's default, or in a variable before.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Set
from functools import cache

Function = ast.FunctionDef | ast.AsyncFunctionDef
# Where a helper's verb stands among what it takes by place; None where it is taken by keyword alone.
Helpers = dict[str, int | None]
# They take a verb and write none.
READERS = {"verb_in_words"}


parsed = cache(ast.parse)


class Unreadable(Exception):
    """A verb is made in a way that this reader does not understand; teach it, or spell the verb."""


@cache
def functions(tree: ast.AST) -> tuple[Function, ...]:
    return tuple(node for node in ast.walk(tree) if isinstance(node, Function))


@cache
def helpers(tree: ast.AST) -> Helpers:
    found: Helpers = {}
    for function in functions(tree):
        if function.name in READERS:
            continue
        by_place = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
        if "verb" in by_place:
            found[function.name] = by_place.index("verb")
        elif "verb" in [each.arg for each in function.args.kwonlyargs]:
            found[function.name] = None
    return found | dict.fromkeys(_carriers(tree))


def _carriers(tree: ast.AST) -> set[str]:
    """Classes with a `verb` of their own, where their file hands on a verb that something carries."""
    nodes = [*ast.walk(tree)]
    given = [each for call in nodes if isinstance(call, ast.Call) for each in call.args]
    given += [each.value for each in nodes if isinstance(each, ast.keyword)]
    if not any(isinstance(each, ast.Attribute) and each.attr == "verb" for each in given):
        return set()
    return {
        each.name
        for each in nodes
        if isinstance(each, ast.ClassDef)
        for statement in each.body
        if isinstance(statement, ast.AnnAssign)
        if getattr(statement.target, "id", "") == "verb"
    }


def verbs_in(sources: Iterable[str], *, helped_by: Iterable[str] = ()) -> set[str]:
    """Every verb that `sources` write through a helper of their own or of `helped_by`; "*" stands for a computed part."""
    sources = list(sources)
    shared: Helpers = {}
    for source in (*helped_by, *sources):
        if "verb" in source:
            told = helpers(parsed(source))
            shared |= {name: at for name, at in told.items() if not name.startswith("_")}
    # A file that names none of them writes no verb: reading it would take longer than this.
    named = re.compile(rf"\b(verb|{'|'.join(shared)})\b")
    trees = [parsed(source) for source in sources if named.search(source)]
    return {verb for tree in trees for verb in _verbs_of(tree, shared)}


def words_of_programs(sources: Iterable[str]) -> set[str]:
    """What classes of the API say as `verb = "..."`: the part before .listed and .read."""
    return {
        statement.value.value
        for source in sources
        if "verb" in source
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
        if [getattr(target, "id", "") for target in statement.targets] == ["verb"]
    }


def _verbs_of(tree: ast.Module, shared: Helpers) -> Iterator[str]:
    defined = {function.name for function in functions(tree)}
    known = {name: at for name, at in shared.items() if name not in defined} | helpers(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            known |= {
                each.asname: shared[each.name]
                for each in node.names
                if each.asname and each.name in shared
            }
    carriers = _carriers(tree)
    told = {
        inner
        for outer in functions(tree)
        if _takes_verb(outer, carriers)
        for inner in functions(outer)
    }
    for scope in (tree, *functions(tree)):
        for node in _inside(scope):
            if isinstance(node, ast.Call) and (name := _called(node)) in known:
                for expression in _in_the_place_of_a_verb(node, known[name]):
                    yield from _said(expression, scope, told)
            elif isinstance(node, Function) and node.name in known:
                yield from _default(node)


def _inside(scope: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function or module itself, and not in a function inside it."""
    waiting = [*ast.iter_child_nodes(scope)]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function):
            waiting += ast.iter_child_nodes(node)


def _called(call: ast.Call) -> str:
    function = call.func
    return getattr(function, "id", None) or getattr(function, "attr", "")


def _in_the_place_of_a_verb(call: ast.Call, at: int | None) -> Iterator[ast.expr]:
    yield from (keyword.value for keyword in call.keywords if keyword.arg == "verb")
    if at is not None and at < len(call.args):
        yield call.args[at]


def _default(function: Function) -> Iterator[str]:
    """What a helper writes when its caller says nothing."""
    takes = function.args
    by_place = [*takes.posonlyargs, *takes.args]
    by_place = by_place[len(by_place) - len(takes.defaults) :]
    pairs = (
        *zip(by_place, takes.defaults, strict=True),
        *zip(takes.kwonlyargs, takes.kw_defaults, strict=True),
    )
    for each, value in pairs:
        if each.arg == "verb" and value is not None:
            yield from _said(value, function, {function})


def _said(expression: ast.expr, scope: ast.AST, told: Set[ast.AST]) -> set[str]:
    """`told` are the functions that are given the verb, and those written inside them."""
    match expression:
        case ast.Constant(value=str(verb)):
            return {verb}
        case ast.IfExp(body=one, orelse=other):
            return _said(one, scope, told) | _said(other, scope, told)
        case ast.JoinedStr(values=parts):
            return {
                "".join(
                    getattr(part, "value", "*") if isinstance(part, ast.Constant) else "*"
                    for part in parts
                )
            }
        case ast.Name(id="verb") | ast.Attribute(attr="verb") if scope in told:
            return set()  # Its callers say it.
        case ast.Name(id=name):
            values = [
                node.value
                for node in _inside(scope)
                if isinstance(node, ast.Assign)
                and [getattr(target, "id", "") for target in node.targets] == [name]
            ]
            if values:
                return {verb for value in values for verb in _said(value, scope, told)}
    raise Unreadable(f"line {expression.lineno}: {ast.unparse(expression)}")


def _takes_verb(function: Function, carriers: Set[str]) -> bool:
    """By its name, or with what carries it."""
    takes = function.args
    return any(
        each.arg == "verb" or getattr(each.annotation, "id", "") in carriers
        for each in (*takes.posonlyargs, *takes.args, *takes.kwonlyargs)
    )
