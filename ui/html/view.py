"""A cited answer → what every face shows of it: which rules, under which labels, in which order; no markup."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from index.records import Edition, Rule
from index.words import shortened
from judge.lookup.reader import RuleReader
from judge.records import Answer, Citation, Matched, SameCase
from ui import strings
from ui.html.card_view import CardRulingView, Labeled, NamedCardsView
from ui.html.written_view import WrittenView

SHORT_LIST = 12
FIRST_WORDS = 80
VERDICT = re.compile(r"(?:(?:yes|no|neither|both|maybe)\b[.,;:]?|(?:[^\s.]+\s){0,3}[^\s.]+\.)(?=\s|$)", re.IGNORECASE)

ShownRole = Literal["decides", "supports", "near"]
ROLE_LABELS: dict[ShownRole, str] = {
    "decides": strings.DECIDING,
    "supports": strings.SUPPORTING,
    "near": strings.NEAREST_ONE,
}
GROUP_LABELS: dict[ShownRole, str] = {"decides": strings.DECIDED_BY, "supports": strings.SUPPORTED_BY}
LIKELY_LABELS: dict[ShownRole, str] = GROUP_LABELS | {"decides": strings.MOST_LIKELY_BY}


@dataclass(frozen=True)
class CitedRule:
    """One cited rule; its role is `near` where the rules don't decide the question.

    `ours` is true where the text is our wording and not the official one. `example` is the one that matched, `quoted`
    the typical question or the glossary's words that did. That question's answer is `quoted_answer`; it is
    `folded_answer`, shown on demand, if the question is too different from the one asked. `first_words` are those of a
    closed card, "" for one that is shown open.
    """

    rule: Rule
    role: ShownRole
    label: str
    opened: bool
    ours: bool
    example: Labeled | None
    more_examples: tuple[Labeled, ...]
    plain: Labeled | None
    reason: str
    quoted: str
    quoted_answer: str
    folded_answer: str
    first_words: str
    key_sentences: tuple[str, ...]
    reworded: str

    @classmethod
    def of(cls, citation: Citation, answer: Answer) -> "CitedRule":
        """A citation of an answer."""
        rule, matched, official = citation.rule, citation.matched, answer.edition.official
        role: ShownRole = citation.role if answer.answered else "near"
        example = matched.text if matched.kind == "example" else None
        others = tuple(each for each in rule.examples if each != example)
        above = answer.same_case is not None and matched.text == answer.same_case.question
        return cls(
            rule=rule,
            role=role,
            label=_label(role, citation, answer),
            opened=citation.opened,
            ours=not official,
            example=None if example is None else Labeled(_matched_label(example, rule, official), example),
            more_examples=_examples(others, official),
            plain=_plain(citation.plain, rule, official, citation.plain_outdated),
            reason=strings.SAME_CASE_ABOVE if above else _reason(matched),
            quoted=matched.text if matched.kind in strings.QUOTED and not above else "",
            quoted_answer=matched.answer if matched.near and not above else "",
            folded_answer="" if matched.near or above else matched.answer,
            first_words="" if citation.opened else _first_words(rule.text or citation.plain),
            key_sentences=citation.key_sentences,
            reworded=strings.REWORDED_SINCE.format(edition=citation.reworded_since) if citation.reworded_since else "",
        )


@dataclass(frozen=True)
class SameCaseView:
    """A question about the same case; its answer begins with `verdict`, such as "No.", and goes on with `reason`."""

    question: str
    verdict: str
    reason: str
    rule: Rule

    @classmethod
    def of(cls, same_case: SameCase, answer: Answer) -> "SameCaseView | None":
        """A same case whose rule is cited."""
        rule = next((each.rule for each in answer.citations if each.rule.id == same_case.rule), None)
        if rule is None:
            return None
        found = VERDICT.match(same_case.answer)
        verdict = found[0].strip() if found else ""
        return cls(same_case.question, verdict, same_case.answer.removeprefix(verdict).strip(), rule)


@dataclass(frozen=True)
class AnswerView:
    """An answer as it is shown.

    `lead` is the rule whose plain wording opens the answer, `notes` stand above the rules, `link` is the address after
    the page's own that asks the question again.
    """

    question: str
    corrected: str
    edition_note: str
    cards: tuple[NamedCardsView, ...]
    rulings: tuple[CardRulingView, ...]
    answered: bool
    most_likely: bool
    message: str
    written: WrittenView | None
    same_case: SameCaseView | None
    steps: tuple[CitedRule, ...]
    steps_label: str
    lead: CitedRule | None
    notes: tuple[str, ...]
    rules: tuple[CitedRule, ...]
    next_questions: tuple[str, ...]
    edition: str
    link: str

    @classmethod
    def of(cls, answer: Answer, linked_edition: str = "") -> "AnswerView":
        """An answer; `linked_edition` is the edition that a shared link names."""
        rules = tuple(CitedRule.of(citation, answer) for citation in answer.citations)
        return cls(
            question=answer.question,
            corrected=answer.corrected,
            edition_note=_edition_note(linked_edition, answer.edition),
            cards=tuple(NamedCardsView.of(each, answer.edition, each in answer.open_cards) for each in answer.cards),
            rulings=tuple(CardRulingView.of(each, answer.edition) for each in answer.rulings),
            answered=answer.answered,
            most_likely=answer.most_likely,
            message=answer.message or ("" if answer.answered else strings.NOT_ANSWERED),
            written=WrittenView.of(answer.written) if answer.written else None,
            same_case=SameCaseView.of(answer.same_case, answer) if answer.same_case else None,
            steps=rules[: len(answer.steps)],
            steps_label=strings.STEP_BY_STEP.format(heading=answer.steps_of) if answer.steps else "",
            lead=None if answer.steps else _lead(rules),
            notes=_notes(answer) if rules else (),
            rules=rules,
            next_questions=answer.next_questions,
            edition=edition_line(answer.edition),
            link=f"?q={quote(answer.question, safe='')}&edition={quote(answer.edition.id, safe='')}",
        )

    @property
    def deciding(self) -> tuple[CitedRule, ...]:
        """The rules that decide the question."""
        return tuple(each for each in self.rules if each.role == "decides")

    @property
    def groups(self) -> list[tuple[ShownRole, str, list[Rule]]]:
        """The cited rules but the steps, by their roles, under their labels; none where the question isn't answered."""
        labels = LIKELY_LABELS if self.most_likely else GROUP_LABELS
        shown = self.rules[len(self.steps) :]
        groups = ((role, label, [each.rule for each in shown if each.role == role]) for role, label in labels.items())
        return [group for group in groups if group[2]]


@dataclass(frozen=True)
class RuleList:
    """The rules that a rule leads to, under a title."""

    title: str
    rules: tuple[Rule, ...]

    @property
    def opened(self) -> bool:
        """Whether the page shows it unfolded."""
        return self.title == strings.SUBRULES or len(self.rules) <= SHORT_LIST


@dataclass(frozen=True)
class RuleView:
    """One rule in its place; `ours` is true where the text is our wording and not the official one."""

    rule: Rule
    ours: bool
    examples: tuple[Labeled, ...]
    plain: Labeled | None
    parent: Rule | None
    previous: Rule | None
    next: Rule | None
    lists: tuple[RuleList, ...]
    edition: str

    @classmethod
    def of(cls, rule: Rule, reader: RuleReader) -> "RuleView":
        """A rule of an edition."""
        by_id, official = reader.rulebook.by_id, reader.edition.official
        lists = [
            RuleList(title, tuple(by_id[each] for each in ids if each in by_id))
            for title, ids in (
                (strings.SUBRULES, rule.children),
                (strings.REFERS_TO, rule.refers_to),
                (strings.REFERRED_BY, rule.referred_by),
            )
        ]
        return cls(
            rule=rule,
            ours=not official,
            examples=_examples(rule.examples, official),
            plain=_plain(reader.plain(rule.id), rule, official, reader.is_outdated(rule.id)),
            parent=by_id.get(rule.parent or ""),
            previous=by_id.get(rule.previous or ""),
            next=by_id.get(rule.next or ""),
            lists=tuple(each for each in lists if each.rules),
            edition=edition_line(reader.edition),
        )


def edition_line(edition: Edition) -> str:
    """An edition as a reader names it: `Rules: Comprehensive Rules, effective 2026-08-07`."""
    line = f"{strings.RULES_READ}: {edition.name}"
    if edition.effective and not {edition.effective, strings.EFFECTIVE} & set(re.split(r"[ ,()]+", edition.name)):
        line += f", {strings.EFFECTIVE} {edition.effective}"
    return line + (f" ({strings.PARTIAL})" if edition.partial else "")


def _lead(rules: Iterable[CitedRule]) -> CitedRule | None:
    """The first deciding rule, where it has a plain wording beside its official text."""
    first = next((each for each in rules if each.role == "decides"), None)
    return first if first and first.plain and not first.ours else None


def _first_words(text: str) -> str:
    return shortened(" ".join(text.split()), FIRST_WORDS)


def _reason(matched: Matched) -> str:
    """Why a rule was found."""
    return strings.WHY.get(matched.kind, "") if matched.near else strings.DISTANT


def _label(role: ShownRole, citation: Citation, answer: Answer) -> str:
    """What a rule is called: a step, or its role; no rule is called deciding where the first one isn't sure."""
    if citation.rule.id in answer.steps:
        return strings.STEP.format(number=1 + answer.steps.index(citation.rule.id))
    if role != "decides" or not answer.most_likely:
        return ROLE_LABELS[role]
    return strings.MOST_LIKELY if citation is answer.citations[0] else strings.ALSO_LIKELY


def _notes(answer: Answer) -> tuple[str, ...]:
    notes = ((strings.NEAREST, not answer.answered), (strings.PLAIN_ONLY_LABEL, not answer.edition.official))
    return tuple(note for note, holds in notes if holds)


def _edition_note(linked: str, edition: Edition) -> str:
    """What stands above an answer whose link was made with another edition."""
    return "" if linked in ("", edition.id) else strings.OTHER_EDITION.format(linked=linked, here=edition.id)


def _plain(plain: str, rule: Rule, official: bool, outdated: bool) -> Labeled | None:
    """Our wording, labeled as ours, and as written for another text where it was; None where it is the rule's own."""
    label = strings.PLAIN_LABEL if official else strings.PLAIN_ONLY_LABEL
    if outdated:
        label = f"{label}. {strings.PLAIN_OUTDATED}"
    return Labeled(label, plain) if plain and plain != rule.text else None


def _examples(texts: Iterable[str], official: bool) -> tuple[Labeled, ...]:
    label = strings.EXAMPLE if official else strings.EXAMPLE_OURS
    return tuple(Labeled(label, text) for text in texts)


def _matched_label(example: str, rule: Rule, official: bool) -> str:
    return strings.MATCHED_EXAMPLE if official and example in rule.examples else strings.MATCHED_EXAMPLE_OURS
