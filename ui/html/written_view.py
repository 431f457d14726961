"""A written answer → what every face shows of it; no markup."""

from dataclasses import dataclass
from urllib.parse import quote

from index.rules.numbers import number_of_id
from judge.records import Written, WrittenStep
from ui import strings

LONGEST_MARKED = 600


@dataclass(frozen=True)
class WrittenStepView:
    """One step: its sentence, the words that it quotes, and the rule (its id) or the card that has them.

    `link` opens the rule with these sentences marked; `rule` and `link` are "" for a card.
    """

    says: str
    quote: str
    name: str
    rule: str = ""
    link: str = ""

    @classmethod
    def of(cls, step: WrittenStep) -> "WrittenStepView":
        """A step as it is shown."""
        if step.kind == "card":
            return cls(step.says, step.quote, step.source)
        marked = step.sentences if len(step.sentences) <= LONGEST_MARKED else step.quote
        link = f"#rule-{quote(step.source, safe='')}/{quote(marked, safe='')}"
        return cls(step.says, step.quote, number_of_id(step.source), step.source, link)


@dataclass(frozen=True)
class WrittenView:
    """The written answer: a label, a verdict or what there is instead, steps, and quiet notes below them."""

    label: str
    lead: str
    steps: tuple[WrittenStepView, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, written: Written) -> "WrittenView":
        """A written answer in any of its states."""
        match written.state:
            case "shown":
                label = strings.WRITTEN.format(model=written.model)
                return cls(label, written.verdict, tuple(map(WrittenStepView.of, written.steps)), _dropped(written))
            case "undecided":
                missing = (f"{strings.MISSING} {written.missing}",) if written.missing else ()
                return cls("", strings.UNDECIDED.format(model=written.model), (), missing)
            case "withheld":
                return cls("", "", (), (strings.WITHHELD.format(model=written.model),))
            case "failed":
                return cls("", "", (), (written.problem,))


def _dropped(written: Written) -> tuple[str, ...]:
    if not written.dropped:
        return ()
    return (strings.DROPPED_ONE if written.dropped == 1 else strings.DROPPED_MORE.format(count=written.dropped),)
