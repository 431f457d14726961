"""The packages as a whole: which imports which, how long things are, and what says what it does."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("index", "judge", "eval", "ui")
MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
LONGEST_MODULE = 220
LONGEST_FUNCTION = 60
SLOW = {"sentence_transformers", "torch", "transformers", "faiss", "gradio", "pandas", "pyarrow", "bm25s", "uvicorn"}
LOADED_BY_ONE_COMMAND = {
    "ui/web.py",
    "ui/page.py",
    "ui/banner.py",
    "ui/chat.py",
    "ui/evaluate.py",
    "ui/events.py",
    "ui/sessions.py",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef
each_module = pytest.mark.parametrize("path", MODULES, ids=[path.relative_to(ROOT).as_posix() for path in MODULES])


def package_of(path: Path) -> str:
    """The package that a module belongs to, also below it."""
    return path.relative_to(ROOT).parts[0]


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path.read_text("utf-8"), str(path))


def imported(nodes: Iterator[ast.AST] | list[ast.stmt]) -> set[str]:
    """The modules that these statements import, by their full names; a relative import is "."."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." if node.level else node.module or "")
    return names


def public(body: list[ast.stmt]) -> Iterator[Function | ast.ClassDef]:
    """The public functions and classes of a module or class, methods too."""
    for node in body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


def test_every_package_has_modules() -> None:
    assert {package_of(path) for path in MODULES} == set(PACKAGES)


@each_module
def test_imports_go_one_way(path: Path) -> None:
    names = imported(ast.walk(parsed(path)))
    right = PACKAGES[PACKAGES.index(package_of(path)) + 1 :]
    assert not [name for name in names if name.partition(".")[0] in right]
    assert not names & {".", "index", "index.cards", "judge", "eval"}


@each_module
def test_slow_libraries_load_where_they_are_used(path: Path) -> None:
    if path.relative_to(ROOT).as_posix() not in LOADED_BY_ONE_COMMAND:
        assert not {name.partition(".")[0] for name in imported(parsed(path).body)} & SLOW


@each_module
def test_modules_are_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST_MODULE


@each_module
def test_functions_are_short(path: Path) -> None:
    functions = [node for node in ast.walk(parsed(path)) if isinstance(node, Function)]
    lengths = {node.name: (node.end_lineno or node.lineno) - node.lineno + 1 for node in functions}
    assert not {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION}


@each_module
def test_public_things_say_what_they_do(path: Path) -> None:
    tree = parsed(path)
    assert ast.get_docstring(tree)
    assert not [node.name for node in public(tree.body) if not ast.get_docstring(node)]
