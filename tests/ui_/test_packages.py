"""The packages as a whole: which imports which, how long things are, and what says what it does."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from paths import ROOT

PACKAGES = ("index", "judge", "eval", "ui")
MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
UI_FOLDERS = ("html", "page", "server", "terminal")  # each imports those before it
UI_SHARED = ("strings.py", "progress.py")
FOLDERS = [ROOT / "ui", *(path for path in sorted((ROOT / "ui").rglob("*")) if path.is_dir() and path.name[0] != "_")]
MOST_ENTRIES = 14
TAG = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?>")
LONGEST_MODULE = 300
LONGEST_FUNCTION = 60
SLOW = {"sentence_transformers", "torch", "transformers", "faiss", "gradio", "pandas", "pyarrow", "bm25s", "uvicorn"}
LOADED_BY_ONE_COMMAND = {
    "ui/server/web.py",
    "ui/page/page.py",
    "ui/page/banner.py",
    "ui/page/chat.py",
    "ui/page/evaluate.py",
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


def name_of(path: Path) -> str:
    """The full name of a module."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@cache
def imported_first() -> dict[str, set[str]]:
    """The modules of ours that each module imports when it is loaded."""
    known = {name_of(path) for path in MODULES}
    return {name_of(path): imported(parsed(path).body) & known for path in MODULES}


def reached(name: str) -> set[str]:
    """The modules that a module imports, and those that they import."""
    seen, waiting = set[str](), [name]
    while waiting:
        new = imported_first()[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen


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
def test_folders_of_ui_import_those_below(path: Path) -> None:
    names = imported(ast.walk(parsed(path)))
    folders = {name.split(".")[1] for name in names if name.startswith("ui.")} & set(UI_FOLDERS)
    *_, folder, _ = path.relative_to(ROOT).parts
    if folder in UI_FOLDERS:
        assert folders <= set(UI_FOLDERS[: UI_FOLDERS.index(folder) + 1])
    elif path.name in UI_SHARED:
        assert not folders


@each_module
def test_imports_have_no_cycle(path: Path) -> None:
    assert name_of(path) not in reached(name_of(path))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(ROOT).as_posix())
def test_a_folder_can_be_seen_at_a_glance(folder: Path) -> None:
    assert len([entry for entry in folder.iterdir() if entry.name != "__pycache__"]) <= MOST_ENTRIES


@each_module
def test_html_is_written_in_templates(path: Path) -> None:
    if package_of(path) != "eval" and path.parent != ROOT / "ui" / "html":
        tree = parsed(path)
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
        assert not [node.value for node in strings if id(node) not in docstrings and TAG.search(str(node.value))]


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
