"""Two commits → the typical questions that the later one has and the earlier one has not, as a question set.

    .venv/bin/python scripts/added_questions.py EARLIER LATER > added.jsonl

The judge of the earlier commit has never seen them: `judge eval added.jsonl` measures it there on new questions.
"""

import argparse
import json
import subprocess

from index.plain.chapters import KEYED_TO, read_chapter

FOLDER = "index/plain/chapters"


def questions(commit: str) -> dict[str, str]:
    """The number of the rule of every typical question."""
    names = _git("ls-tree", "--name-only", commit, f"{FOLDER}/").split()
    chapters = [name for name in names if name.removeprefix(f"{FOLDER}/")[0].isdigit()]
    entries = [entry for name in chapters for entry in read_chapter(name, _git("show", f"{commit}:{name}"))]
    return {question: entry.number for entry in entries for question in entry.questions}


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


def main() -> None:
    """Print a line for each question."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("earlier", help="a commit")
    parser.add_argument("later", help="a commit after it")
    commits = parser.parse_args()
    known = questions(commits.earlier)
    added = {question: number for question, number in questions(commits.later).items() if question not in known}
    for place, (question, number) in enumerate(added.items()):
        record = {"id": f"a{place}", "question": question, "deciding": [number], "edition": KEYED_TO}
        print(json.dumps(record, ensure_ascii=False))


if __name__ == "__main__":
    main()
