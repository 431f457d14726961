"""judge/answer/suggest.py: what to ask next."""

from dataclasses import replace

from own_rules import ToyJudge, read

from judge.answer.suggest import next_questions

TOY = ToyJudge()


def test_questions_of_the_cited_rules_are_offered() -> None:
    answer = TOY.ask("kites?")
    assert next_questions(answer, read()) == ("may <my> kite fly at night?", "what if the wind stops?")
    assert next_questions(answer, read(), most=1) == ("may <my> kite fly at night?",)


def test_the_question_itself_is_not_offered() -> None:
    assert next_questions(TOY.ask("May my kite fly at night"), read()) == ("what if the wind stops?",)


def test_other_wordings_are_not_offered() -> None:
    reader = read()
    entries = {number: replace(entry, reworded=1) for number, entry in reader.entries.items()}
    assert reader.questions("900.1a")[-1] not in replace(reader, entries=entries).questions("900.1a")
    assert len(replace(reader, entries=entries).questions("900.1a")) == len(reader.questions("900.1a")) - 1
