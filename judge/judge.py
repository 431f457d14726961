"""A question → the complete answer, which cites rules of the edition in use and nothing else."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import Protocol

from index.encoder.encoder import Vectors
from index.records import Hit, PlainRulebook, Rule, Rulebook
from index.rules.numbers import numbers_asked
from index.search.search import Search, SearchResult
from judge.answer.card_rulings import RulingFinder
from judge.answer.case_features import CaseFeatures
from judge.answer.confidence import ANSWERS_FROM, confidence, state_of, unsure_from
from judge.answer.key_sentence import key_sentence
from judge.answer.refusal import not_answered
from judge.answer.same_case import find_same_case, is_near
from judge.answer.steps import Steps, asked_procedure, find_steps, steps_first
from judge.answer.suggest import next_questions
from judge.lookup.cards import CardFinder
from judge.lookup.reader import RuleReader
from judge.messages import NO_SUCH_RULE, NOTHING_ASKED
from judge.question.cross_encoder import CrossEncoder
from judge.question.follow_up import questions_before
from judge.question.fusion import fused
from judge.question.language import is_foreign
from judge.question.spelling import KeywordSpelling
from judge.question.text import clean_question, says_something
from judge.question.unknown_words import Vocabulary
from judge.records import Answer, Citation, Matched, Ranking, Role, SameCase, State

MOST_DECIDING = 3
MOST_SUPPORTING = 5
MOST_CITED = MOST_DECIDING + MOST_SUPPORTING
CLOSE_TO_BEST = 0.6
MOST_OPENED: Mapping[State, int] = {"answered": 3, "unsure": 5, "declined": 0}
# Over held-out `dev` questions, one second or third rule in five with a chance of 0.05 to 0.08 decides; with this limit
# two cards are open on average.
OPENED_FROM = 0.05
MOST_FURTHER = 6
MOST_LIKENED = 5  # so many rules a ruling is compared with


class Answerer(Protocol):
    """Anything that answers questions over one edition: the judge, or a fake."""

    @property
    def reader(self) -> RuleReader:
        """The rules of the edition."""

    def ask(self, question: str, k: int = MOST_CITED, earlier: Sequence[str] = ()) -> Answer:
        """The answer to a question."""

    def find_rules(self, wanted: Sequence[str]) -> tuple[Rule, ...]:
        """Rules by their numbers or by search words."""


class Expander(Protocol):
    """Whoever says a question in the rules' words, such as a language model."""

    def expand(self, question: str) -> str:
        """The question in other words, "" for none."""


@dataclass(frozen=True)
class Judge:
    """Answers questions over one edition; without `cards` no card is recognized.

    `reworded` has the ids of the rules that had other words in the edition before, and the id of that edition.
    An `expander` says questions in other words, which are searched for too. A `cross_encoder` helps to tell which
    questions refer back to earlier ones.
    """

    reader: RuleReader
    search: Search
    cards: CardFinder | None = None
    reworded: Mapping[str, str] = field(default_factory=dict)
    expander: Expander | None = None
    cross_encoder: CrossEncoder | None = None

    @classmethod
    def from_rulebooks(cls, rulebook: Rulebook, plain: PlainRulebook, search: Search) -> "Judge":
        """The judge of an edition, with the plain rulebook's wording where it is aligned with the edition."""
        return cls(RuleReader.from_rulebooks(rulebook, plain), search)

    def ask(self, question: str, k: int = MOST_CITED, earlier: Sequence[str] = ()) -> Answer:
        """The answer to a question with at most k citations, at most 3 of them deciding.

        `earlier` are the questions of the conversation so far, for one that refers back to them. Raises QuestionError
        when the question is too long.
        """
        asked = clean_question(question)
        answer = self._answer(asked, k, earlier)
        cards = self.cards.named_in(asked, self.reader.rulebook) if self.cards else ()
        return replace(
            answer,
            corrected=self._spelling.corrected(asked),
            cards=cards,
            rulings=self.rulings.fitting(asked, cards, self.vectors_of_cited(answer)) if cards else (),
            next_questions=next_questions(answer, self.reader),
        )

    def rank(self, question: str, k: int, earlier: Sequence[str] = ()) -> Ranking:
        """The numbers of the best k rules by search, and how confidently and in which state `ask` would answer.

        The steps of a sequence come first, best first and not in their order.
        """
        asked = clean_question(question)
        found, _ = self._search(asked, max(k, MOST_CITED), earlier)
        sure, state, _ = self._judge(asked, found)
        if numbers_asked(asked) or not says_something(asked):
            answer = self._answer(asked, MOST_CITED, ())
            sure, state = answer.confidence, answer.state
        steps = self._steps(asked, found, state)
        opened = len(steps.rules) or sum(_is_opened(hit, place, state) for place, hit in enumerate(found.hits))
        ranked = steps_first(found.hits, steps.rules)[:k]
        return Ranking(tuple(self._rule(rule).number for rule in ranked), sure, state, opened)

    def find_rules(self, wanted: Sequence[str]) -> tuple[Rule, ...]:
        """Rules by their numbers, those below a title included, or by search words; each once, six at most."""
        found: dict[str, Rule] = {}
        for each in map(clean_question, wanted):
            numbers = [number for number in numbers_asked(each) if number in self.reader.rulebook.by_id]
            hits = () if numbers or not says_something(each) else self._find(each, MOST_DECIDING).hits
            for rule in map(self._rule, (*numbers, *(hit.rule for hit in hits))):
                found |= {below.id: below for below in ([rule] if rule.text else map(self._rule, rule.children))}
        return tuple(rule for rule in found.values() if rule.text)[:MOST_FURTHER]

    @cached_property
    def _spelling(self) -> KeywordSpelling:
        return KeywordSpelling.from_rulebook(self.reader.rulebook, self.reader.plain)

    def _rule(self, rule: str) -> Rule:
        return self.reader.rulebook.by_id[rule]

    def _answer(self, asked: str, k: int, earlier: Sequence[str]) -> Answer:
        numbers = numbers_asked(asked)
        if numbers:
            return self._by_number(asked, numbers, k)
        if not says_something(asked):
            return Answer(asked, self.reader.edition, "declined", 0.0, (), NOTHING_ASKED)
        return self._by_search(asked, k, earlier)

    def _by_number(self, asked: str, numbers: Sequence[str], k: int) -> Answer:
        by_id, edition = self.reader.rulebook.by_id, self.reader.edition
        rules = [by_id[number] for number in numbers if number in by_id]
        missing = [number for number in numbers if number not in by_id]
        message = NO_SUCH_RULE.format(number=missing[0], edition=edition.name) if missing else ""
        if not rules:
            near = self.reader.nearest(missing[0])
            citations = [self._cite(rule, "supports", Matched("number", missing[0]), 0.0) for rule in near]
            return Answer(asked, edition, "declined", 0.0, tuple(citations[:k]), message)
        below = [by_id[child] for rule in rules if not rule.text for child in rule.children]
        also = [*rules[MOST_DECIDING:], *(rule for rule in below if rule not in rules)]
        citations = [
            *(self._cite(rule, "decides", Matched("number", rule.number), 1.0) for rule in rules[:MOST_DECIDING]),
            *(self._cite(rule, "supports", Matched("number", rule.number), 0.5) for rule in also[:MOST_SUPPORTING]),
        ]
        return Answer(asked, edition, "answered", 1.0, tuple(citations[:k]), message)

    def _by_search(self, asked: str, k: int, earlier: Sequence[str]) -> Answer:
        found, context = self._search(asked, max(k, MOST_CITED), earlier)
        searched = self._corrected(" ".join([asked, *context]))
        sure, state, unknown = self._judge(asked, found)
        steps = self._steps(asked, found, state)
        citations = tuple(self._citations(found, state, steps.rules))[: min(k, max(len(steps.rules), MOST_CITED))]
        foreign = is_foreign(asked, self._spelling.keywords)
        message = "" if state == "answered" else not_answered(state, found, unknown, foreign)
        citations = tuple(self._with_key_sentences(each, searched) if each.opened else each for each in citations)
        typical = self._typical(found, citations)
        return Answer(
            asked,
            self.reader.edition,
            state,
            sure,
            citations,
            message,
            same_case=find_same_case(searched, typical),
            steps=steps.rules[:k],
            steps_of=steps.title,
            context=context,
            typical=typical,
        )

    def _steps(self, asked: str, found: SearchResult, state: State) -> Steps:
        return find_steps(asked, found, self.reader.rulebook) if state == "answered" else Steps()

    def _citations(self, found: SearchResult, state: State, steps: Sequence[str]) -> Iterator[Citation]:
        """The steps in their order, then the other rules, best first."""
        cited = {
            hit.rule: self._cite_hit(hit, place, found, state) for place, hit in enumerate(found.hits[:MOST_CITED])
        }
        for step in steps:
            rule = self._rule(step)
            citation = cited.pop(step, None) or self._cite(rule, "decides", Matched("step", rule.heading), 0.0)
            yield replace(citation, role="decides", opened=False)
        for citation in cited.values():
            yield replace(citation, role="supports", opened=False) if steps else citation

    def _typical(self, found: SearchResult, citations: Sequence[Citation]) -> tuple[SameCase, ...]:
        """The answered typical questions of the cited rules, nearest first."""
        cited = {citation.rule.id for citation in citations}
        near = ((hit, self.reader.answer(hit.rule, hit.passage.text)) for hit in found.near if hit.rule in cited)
        return tuple(SameCase(hit.passage.text, answer, hit.rule) for hit, answer in near if answer)

    def _with_key_sentences(self, citation: Citation, asked: str) -> Citation:
        rarity, texts = self._cases.total_rarity, dict.fromkeys((citation.rule.text, citation.plain))
        found = (key_sentence(text, asked, citation.matched.answer, rarity) for text in texts)
        return replace(citation, key_sentences=tuple(sentence for sentence in found if sentence))

    @cached_property
    def rulings(self) -> RulingFinder:
        """Tells which rulings of cards fit a question."""
        encoder = self.search.encoder
        return RulingFinder.shipped(self.cards.ruling_encoder(encoder) if self.cards else encoder)

    def vectors_of_cited(self, answer: Answer) -> Vectors:
        """The centroids of the rules that an answer cites first, shape (rules, dimensions)."""
        return self.search.centroids_of([citation.rule.id for citation in answer.citations[:MOST_LIKENED]])

    @cached_property
    def _cases(self) -> CaseFeatures:
        return CaseFeatures.from_search(self.search.likelihood, self.reader.rulebook)

    def _judge(self, asked: str, found: SearchResult) -> tuple[float, State, tuple[str, ...]]:
        """The confidence, the state that follows from it, and the unknown words of the question.

        An unknown word may be the crux, so a question with one isn't answered; an unsure one for a procedure is. One in
        another language is neither answered nor declined.
        """
        sure, unknown = confidence(found), self._unknown_words(asked)
        if is_foreign(asked, self._spelling.keywords):
            sure = min(max(sure, unsure_from(found.covered)), math.nextafter(ANSWERS_FROM, 0))
        elif unknown:
            sure = min(sure, math.nextafter(ANSWERS_FROM, 0))
        elif state_of(sure, found.covered) == "unsure" and asked_procedure(asked, found):
            sure = ANSWERS_FROM
        return sure, state_of(sure, found.covered), unknown

    def _unknown_words(self, asked: str) -> tuple[str, ...]:
        """The unknown words of a question, apart from those of the cards that it names."""
        unknown = self._vocabulary.unknown_words(self._spelling.joined(asked))
        if not unknown or not self.cards:
            return unknown
        named = (each for each in self.cards.named_in(asked, self.reader.rulebook) if not each.mention.is_guess)
        called = " ".join(each.called for each in named).casefold()
        return tuple(word for word in unknown if word not in called)

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        likelihood = self.search.likelihood
        known = likelihood.words_of_rows(len(self.search.rules))
        return Vocabulary.from_words(known, likelihood.frequent_words(), self._spelling.keywords)

    def _search(self, asked: str, k: int, earlier: Sequence[str]) -> tuple[SearchResult, tuple[str, ...]]:
        """What is found for a question followed by those that it refers back to, and these.

        It stands first because an encoder reads no more than the beginning of a very long text.
        """
        find = cache(partial(self._find, k=k))
        before = questions_before(asked, earlier, find, self.search.encoder, self.cross_encoder)
        whole = " ".join([asked, *before])
        expanded = self.expander.expand(whole) if self.expander else ""
        return fused(find(whole), find(expanded)) if expanded else find(whole), before

    def _find(self, text: str, k: int) -> SearchResult:
        return self.search.search(self._corrected(text), k)

    def _corrected(self, text: str) -> str:
        return self._spelling.corrected(text) or text

    def _cite_hit(self, hit: Hit, place: int, found: SearchResult, state: State) -> Citation:
        best = found.hits[0].score
        share = hit.score / best if best else 0.0
        decides = state == "answered" and place < MOST_DECIDING and share >= CLOSE_TO_BEST
        typical = self.reader.answer(hit.rule, hit.passage.text) if hit.passage.kind == "question" else ""
        matched = Matched(hit.passage.kind, hit.passage.text, typical, is_near(hit))
        citation = self._cite(self._rule(hit.rule), "decides" if decides else "supports", matched, share)
        return replace(citation, opened=_is_opened(hit, place, state), chance=round(hit.score, 4))

    def _cite(self, rule: Rule, role: Role, matched: Matched, score: float) -> Citation:
        return Citation(
            rule,
            role,
            matched,
            round(score, 4),
            self.reader.plain(rule.id),
            opened=role == "decides",
            plain_outdated=self.reader.is_outdated(rule.id),
            reworded_since=self.reworded.get(rule.id, ""),
        )


def _is_opened(hit: Hit, place: int, state: State) -> bool:
    """Whether the card of a rule is shown unfolded; where the judge isn't sure, the reader sees all that may decide."""
    return place < MOST_OPENED[state] and (place == 0 or state == "unsure" or hit.score >= OPENED_FROM)
