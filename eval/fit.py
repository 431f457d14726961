"""The `dev` halves of the shipped question sets → the models that the judge learns from them, in `index/models/`.

    python -m eval.fit
    python -m eval.fit rulings
    python -m eval.fit cross-encoder

The edition in use in the home folder should be an official one. The `test` halves are never used. The second command
learns from graded rulings of the posts, as the judge ranks after the first; the cards have to be in the home folder.
The third tunes the encoder once more, for pairs of turns, which takes minutes; it depends on no other but the encoder.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from eval.examples import SearchedRules, open_search, whole_search
from eval.fitting import confidence, follow_up
from eval.fitting.cross_encoder import PairSettings, pair_examples, train_pairs
from eval.fitting.ranking import fit_ranking
from eval.fitting.reranker import candidates, fit_reranker
from eval.fitting.rulings import fit_rulings, graded_rulings
from eval.fitting.same_case import cosines, fit_same_case, shipped_pairs
from eval.questions.dialogues import shipped_dialogues, shipped_turns
from eval.questions.rulings import shipped_grades
from eval.questions.shipped import KINDS, POSTS, SHIPPED, load_questions
from eval.records import Array
from index.encoder.adapter import Adapter
from index.errors import CardError
from index.search.features import BARE, COVERED, FEATURES
from index.search.features import FILE as RANKING_FILE
from index.search.reranker import FILE as RERANKER_FILE
from judge.answer.card_rulings import FILE as RULINGS_FILE
from judge.answer.case_features import CaseFeatures
from judge.answer.confidence import FILE as CONFIDENCE_FILE
from judge.answer.same_case import FILE as SAME_CASE_FILE
from judge.library import Library
from judge.question.cross_encoder import FILE as CROSS_ENCODER_FILE
from judge.question.cross_encoder import RECORD as CROSS_ENCODER_RECORD
from judge.question.follow_up import FILE as FOLLOW_UP_FILE
from judge.question.spelling import KeywordSpelling

DIGITS = 4
MODELS = Path(__file__).parents[1] / "index" / "models"


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m eval.fit")
    parser.add_argument("model", nargs="?", choices=["rulings", "cross-encoder"], help="only this one")
    model = parser.parse_args(arguments).model
    if model == "rulings":
        fit_from_graded_rulings(Library.at_home())
    elif model == "cross-encoder":
        fit_cross_encoder()
    else:
        fit_from_questions(Library.at_home())


def fit_from_questions(library: Library) -> None:
    """Fit the models, those of ranking and confidence with and without the plain rulebook, and write them."""
    rulebook, search = open_search(library)
    spelling = KeywordSpelling.from_rulebook(rulebook, library.reader().plain)
    shipped, kinds = load_questions(SHIPPED, "dev"), load_questions(KINDS, "dev")
    conversations = [*shipped_dialogues("dev"), *shipped_turns("dev")]
    rankings: dict[str, object] = {}
    confidences: dict[str, object] = {}
    follow_ups: dict[str, object] = {}
    for title, part in ((COVERED, search), (BARE, whole_search(library, search.encoder, {}))):
        rules = SearchedRules.from_rulebook(part, rulebook)
        weights = fit_ranking(rules.examples(shipped))
        rankings[title] = _rounded(FEATURES, weights)
        weighted = replace(part, weights=weights.astype(np.float32))
        if title == COVERED:
            trees = fit_reranker(candidates(replace(rules, search=weighted), [*shipped, *kinds]))
            trees.save(MODELS / RERANKER_FILE)
        made = confidence.examples(weighted, [*shipped, *kinds], spelling.corrected)
        print(f"{title}, {confidence.report(made)}")
        confidences[title] = confidence.fit_confidence(made).as_json()
        turns = follow_up.examples(weighted, conversations, [*shipped, *kinds])
        print(f"{title}, {follow_up.report(turns)}")
        follow_ups[title] = follow_up.fit_follow_up(turns)
    source = (
        f"dev, {len(shipped)} and {len(kinds)} questions, {len(conversations)} dialogues, edition {rulebook.edition.id}"
    )
    _write(RANKING_FILE, rankings, source)
    _write(CONFIDENCE_FILE, confidences, source)
    _write(FOLLOW_UP_FILE, follow_ups, source)
    pairs = shipped_pairs("dev")
    same_case = fit_same_case(
        pairs, cosines(pairs, search.encoder), CaseFeatures.from_search(search.likelihood, rulebook)
    )
    _write(SAME_CASE_FILE, same_case.as_json(), f"dev, {len(pairs)} pairs, edition {rulebook.edition.id}")


def fit_cross_encoder() -> None:
    """Fit the model that reads a question beside the one before it, and write it with the encoder it is made from."""
    conversations = [*shipped_dialogues("dev"), *shipped_turns("dev")]
    questions = [*load_questions(SHIPPED, "dev"), *load_questions(KINDS, "dev")]
    examples, settings = pair_examples(conversations, questions), PairSettings()
    train_pairs(examples, settings).save(MODELS / CROSS_ENCODER_FILE)
    record = {"adapter": Adapter.shipped().hash, "settings": asdict(settings)}
    _write(CROSS_ENCODER_RECORD, record, f"dev, {len(examples)} questions, each after another one")


def fit_from_graded_rulings(library: Library) -> None:
    """Fit the model that tells which rulings of a card fit a question, and write it.

    Raises CardError where the cards were not added.
    """
    graded = list(graded_rulings(library.judge(), load_questions(POSTS), shipped_grades()))
    if not graded:
        raise CardError(
            "found none of the graded rulings, expected cards in the home folder; run judge cards add first."
        )
    _write(RULINGS_FILE, fit_rulings(graded).as_json(), f"posts, {len(graded)} rulings")


def _write(name: str, model: Mapping[str, object], source: str) -> None:
    (MODELS / name).write_text(json.dumps({**model, "learned from": source}, indent=2) + "\n", "utf-8")


def _rounded(names: Sequence[str], weights: Array) -> dict[str, float]:
    return {name: round(float(weight), DIGITS) for name, weight in zip(names, weights, strict=True)}


if __name__ == "__main__":
    main()
