"""The packages as a whole: which imports which, how long things are, what says what it does, and what has one owner."""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from paths import ROOT

PACKAGES = ("index", "judge", "eval", "ui")
MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
FOLDERS = sorted({path.parent for path in MODULES})
LONGEST_MODULE = 300
LONGEST_FUNCTION = 60
MOST_ENTRIES = 14
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc"}
SLOW = {
    *("bm25s", "faiss", "gradio", "httpx", "onnxruntime", "pandas", "pyarrow", "scipy", "sentence_transformers"),
    *("sklearn", "tokenizers", "torch", "transformers", "uvicorn"),
}
LOADED_BY_ONE_COMMAND = {
    "index/encoder/minilm.py",
    "ui/gradio_import.py",
    "ui/server/checks/events.py",
    "ui/server/checks/sessions.py",
    "ui/server/web.py",
    "ui/server/operations/slow_clients.py",
    "ui/server/operations/uvicorn_server.py",
    "ui/page/page.py",
    "ui/page/banner.py",
    "ui/page/chat.py",
    "ui/page/evaluate.py",
    "ui/page/writing.py",
}
OWNER_OF_NUMBERS = "index/rules/numbers.py"
NUMBER_PATTERN = re.compile(r"(?:\\d|\[0-9\])\{3\}(?!\\\.md)")
OWNER_OF_HTML = "ui/html/"
TAGS = (
    "a|abbr|b|body|br|button|code|dd|details|div|dl|dt|em|figcaption|figure|form|g|h[1-6]|head|html|i|img|input|label|li|"
    "link|main|mark|meta|nav|ol|option|p|path|pre|script|section|select|small|span|strong|style|sub|summary|sup|svg|table|"
    "tbody|td|text|textarea|th|thead|time|title|tr|ul"
)
TAG = re.compile(rf"<(?:/(?:{TAGS})|(?:{TAGS})(?: [a-z-]+=[^>]*)?/?)>")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    """The path of a module in the checkout, such as `index/records.py`."""
    return path.relative_to(ROOT).as_posix()


def wrong(found: Callable[[Path], Iterable[object]], paths: Iterable[Path] = MODULES) -> dict[str, list[object]]:
    """What is found wrong in each module or folder, where there is anything."""
    return {name_of(path): some for path in paths if (some := list(found(path)))}


# Parsed before any browser test begins: beside Playwright's greenlets Python 3.11 sometimes fails to.
TREES = {path: ast.parse(path.read_text("utf-8"), str(path)) for path in MODULES}


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return TREES[path]


def imported(nodes: Iterable[ast.AST]) -> set[str]:
    """The modules that these statements import, by their full names; a relative import is "."."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {"." if node.level else _module(node.module or "", alias.name) for alias in node.names}
    return names


def _module(name: str, inside: str) -> str:
    """`ui.strings` for `from ui import strings`, `index.records` for `from index.records import Rule`."""
    return f"{name}.{inside}" if (ROOT / name.replace(".", "/") / f"{inside}.py").is_file() else name


def public(body: list[ast.stmt]) -> Iterator[Function | ast.ClassDef]:
    """The public functions and classes of a module or class, including methods."""
    for node in body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


def texts(tree: ast.Module) -> Iterator[str]:
    """Every string in a module that is not a docstring."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def lengths(path: Path) -> dict[str, int]:
    """The number of lines of each function in a module."""
    functions = [node for node in ast.walk(parsed(path)) if isinstance(node, Function)]
    return {f"{name_of(path)}:{node.name}": (node.end_lineno or node.lineno) - node.lineno + 1 for node in functions}


def part_of(module: str, folder: Path) -> str:
    """The folder or module directly below a folder that an imported module belongs to, "" for anything elsewhere."""
    parts, above = module.split("."), folder.relative_to(ROOT).parts
    return parts[len(above)] if tuple(parts[: len(above)]) == above and len(parts) > len(above) else ""


def type_names(tree: ast.Module) -> Iterator[str]:
    """The classes of a module, and its names for types, such as `Rows = NDArray[np.intp]`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            yield from (name for name in names if name[0].isupper() and not name.isupper())


def test_every_package_has_modules() -> None:
    assert {name_of(path).partition("/")[0] for path in MODULES} == set(PACKAGES)


def imports_from_above(path: Path) -> Iterator[str]:
    """Imports of a package above the module's own, of a whole package, and relative ones."""
    above = PACKAGES[PACKAGES.index(name_of(path).partition("/")[0]) + 1 :]
    for name in imported(ast.walk(parsed(path))):
        if name.partition(".")[0] in above or name in {".", *PACKAGES}:
            yield name


def test_packages_import_one_way() -> None:
    assert wrong(imports_from_above) == {}


@pytest.mark.parametrize("folder", FOLDERS, ids=map(name_of, FOLDERS))
def test_folders_and_modules_import_one_way(folder: Path) -> None:
    graph: dict[str, set[str]] = {}
    for path in folder.rglob("*.py"):
        part = path.relative_to(folder).with_suffix("").parts[0]
        names = {part_of(name, folder) for name in imported(ast.walk(parsed(path)))}
        graph.setdefault(part, set()).update(names - {part, ""})
    assert list(TopologicalSorter(graph).static_order())  # raises CycleError, with the cycle


def test_slow_libraries_load_where_they_are_used() -> None:
    quick = [path for path in MODULES if name_of(path) not in LOADED_BY_ONE_COMMAND]
    assert wrong(lambda path: {name.partition(".")[0] for name in imported(parsed(path).body)} & SLOW, quick) == {}


def test_folders_have_few_entries() -> None:
    entries = {folder: {path.name for path in folder.iterdir()} - {"__init__.py", "__pycache__"} for folder in FOLDERS}
    assert {name_of(folder): len(names) for folder, names in entries.items() if len(names) > MOST_ENTRIES} == {}


def test_modules_are_short() -> None:
    counts = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {name: count for name, count in counts.items() if count > LONGEST_MODULE} == {}


def test_modules_are_named_for_what_they_hold() -> None:
    assert [name_of(path) for path in MODULES if path.stem in VAGUE] == []


def test_each_name_of_a_type_means_one_thing() -> None:
    scripts = [ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / "scripts").glob("*.py"))]
    counts = Counter(name for tree in (*TREES.values(), *scripts) for name in type_names(tree))
    assert not {name: count for name, count in counts.items() if count > 1}


def test_functions_are_short() -> None:
    every = {name: length for path in MODULES for name, length in lengths(path).items()}
    assert {name: length for name, length in every.items() if length > LONGEST_FUNCTION} == {}
    middle = sorted(every.values())
    assert middle[len(middle) // 2] <= 12
    assert middle[9 * len(middle) // 10] <= 30


def test_public_things_say_what_they_do() -> None:
    assert [name_of(path) for path in MODULES if not ast.get_docstring(parsed(path))] == []
    assert wrong(lambda path: [each.name for each in public(parsed(path).body) if not ast.get_docstring(each)]) == {}


@pytest.mark.parametrize(
    ("pattern", "is_number"),
    [
        (r"(\d{3})(?:\.(\d+)([a-z]*))?", True),
        (r"[0-9]{3}\.[0-9]+[a-z]*", True),
        (r"(\d{3})\.\s*([^\d\s].*)", True),
        (r"\d{3}\.md", False),
        (r"\d{4}-\d\d-\d\d", False),
    ],
)
def test_patterns_of_rule_numbers_are_recognized(pattern: str, is_number: bool) -> None:
    assert (NUMBER_PATTERN.search(pattern) is not None) is is_number


def test_one_module_knows_how_rule_numbers_look() -> None:
    patterns = wrong(lambda path: filter(NUMBER_PATTERN.search, texts(parsed(path))))
    assert list(patterns) == [OWNER_OF_NUMBERS]


@pytest.mark.parametrize(
    ("text", "is_html"),
    [
        ("<p>A rule.</p>", True),
        ('<span class="chip">', True),
        ("</details>", True),
        ("judge rule <NUMBER>", False),
        ("a <page> of rules", False),
    ],
)
def test_html_tags_are_recognized(text: str, is_html: bool) -> None:
    assert (TAG.search(text) is not None) is is_html


def test_html_is_written_in_one_folder() -> None:
    elsewhere = [path for path in MODULES if not name_of(path).startswith(OWNER_OF_HTML)]
    assert wrong(lambda path: filter(TAG.search, texts(parsed(path))), elsewhere) == {}
