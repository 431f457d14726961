"""Every sentence and label of the page and the terminal."""

from judge.messages import PLAIN_LABEL as PLAIN_LABEL
from judge.messages import PLAIN_ONLY_LABEL as PLAIN_ONLY_LABEL
from judge.messages import UNOFFICIAL as UNOFFICIAL

TITLE = "Rules Judge"
TAGLINE = "What happened at your table?"
PROMISE = "Ask in your own words. Every answer shows the rules behind it."
PLACEHOLDER = "Ask about a rule or an interaction…"

EXAMPLES_SHOWN = 4
EXAMPLES = (
    "My 4/4 with trample and deathtouch is blocked by a 5/5. How much tramples over?",
    "Can I respond when somebody taps a land for mana?",
    "My commander died. When may I put it back into the command zone?",
    "A 3/3 gets -3/-3 while its regeneration shield is up. Does it survive?",
    "Does deathtouch work with trample?",
    "Can I block with a tapped creature?",
    "My opponent bounced my aura's creature. Where does the aura go?",
    "Can I cast an instant during my opponent's end step?",
    "Two of my legendary creatures have the same name. What happens?",
    "Does hexproof stop a board wipe?",
    "If I copy a spell, do I choose new targets?",
    "My creature has first strike and theirs has double strike. Who deals damage when?",
)

DECIDED_BY = "Decided by"
SUPPORTED_BY = "See also"
DECIDING = "Deciding rule"
SUPPORTING = "Supporting rule"
STEP_BY_STEP = "Step by step: {heading}"
STEP = "Step {number}"
MOST_LIKELY = "Most likely"
ALSO_LIKELY = "Also likely"
MOST_LIKELY_BY = "Most likely decided by"
READ_IN_FULL = "Read a rule in full"
NEAREST = "Closest rules (they may not settle this)"
NEAREST_ONE = "Closest rule"
NOT_ANSWERED = "The rules here don’t answer this."
SAME_CASE = "In a case like this"
SAME_CASE_ABOVE = "Its question stands above."
WRITTEN = "Written by {model} from the rules below; its quotes are checked"
DROPPED_ONE = "1 sentence of it was left out: its quote isn’t in the rules or cards it was given."
DROPPED_MORE = "{count} sentences of it were left out: their quotes aren’t in the rules or cards it was given."
UNDECIDED = "{model} read these rules and says that they don’t decide it."
MISSING = "Missing:"
WITHHELD = "{model} wrote an answer that can’t be proven from the rules, so it isn’t shown."
WRITING = "Writing an answer from these rules…"
STOP_WRITING = "Stop"
WRITING_STOPPED = "No written answer: it was stopped."
WRITER_SWITCH = (
    "Answer in sentences, too: each question goes to {model} at {address}, with the rules and cards found for it."
)
WRITER_HERE = " (on the computer that runs this page)"
WRITER_ON = "From the next question on, answers are written."
WRITER_OFF = "Off: nothing is sent."
NO_WRITER = (
    "found no writer here; expected one for write=true; start with: judge serve --writer URL --writer-model NAME."
)
WRITES_AT = "Each question goes to {address} ({model}) to be answered in sentences; a reader can switch that off."
READ_IN_CONTEXT = "Read in context"
LINK = "Link to this answer"
OTHER_EDITION = "This link was made with the rules of {linked}; this answer uses those of {here}."
LONG_LINK = "This link has {found:,} characters, expected {most:,} at most; ask on the page instead."
FOREIGN_HOST = (
    "Found the host {found}, expected the address at which this page is served; open that, or start the page with: "
    "judge serve --allow-host {name}"
)
FOREIGN_PAGE = "Found a request from another site's page, expected one from this page; open this page itself."
OTHERS_CAN = "Served at {host}: everyone who reaches this computer can ask, measure and give feedback{install}."
AND_INSTALL = ", and can install rules for all (--allow-install)"
NOT_INSTALL = "; only this computer can install rules (--allow-install lets everyone)"
ONLY_FROM_HERE = "Rules are installed here from the computer that serves this page; ask whoever runs it."
NO_SUCH_ROUTE = "Found nothing at this address; open the page itself, or see /api/openapi.json."
NO_SUCH_ANSWER = "Found no answer waiting at this address; ask the question again."
NO_SUCH_STEP = "Found no such step of the page; reload the page."
WRONG_EVENT = "Found {found}; expected what this step of the page takes; reload the page."
LARGE_EVENT = "Found more than {most} MB, expected a question and its conversation; start a new chat."
LARGE_UPLOAD = "Found {found:.1f} MB, expected a file of {most} MB at most; choose another file."
MANY_UPLOADS = "Found {count} files waiting to be read, expected fewer or smaller ones; try again in a few minutes."
NO_UPLOAD = "Found {found}, expected one file in the field files; choose it with the button on the page."
NO_COUNTS = "No answers were counted yet; judge serve counts those that it gives."
NO_LINK = "Found {found:,} characters, expected a question of 1 to {most:,}; shorten it."
NO_SUCH_LINK = "Found no such link; nobody made this link here, or it was cut; ask the question itself."
STOPPING = "This judge is being stopped and takes no new questions; ask again in a few seconds."
TOO_BUSY = "Too many questions are being answered right now; ask again in a few seconds."
TOO_MANY = "Found more than {most} requests in a minute from your address, expected fewer; wait a little."
EXAMPLE = "Example"
EXAMPLE_OURS = "Example (ours)"
MATCHED_EXAMPLE = "Matching example"
MATCHED_EXAMPLE_OURS = "Matching example (ours)"
MORE_EXAMPLES = "More examples"
# Why a rule was found; a matching example is shown instead.
WHY = {
    "rule": "Matches the rule’s text.",
    "plain": "Matches our plain wording.",
    "question": "A similar question:",
    "glossary": "Matches the glossary:",
    "number": "You named this rule.",
    "step": "One of the steps.",
}
DISTANT = "Also asked about this rule:"
ITS_ANSWER = "Its answer"
QUOTED = ("question", "glossary")

WHICH_CARD = "Which card is “{}”?"
CARD_MEANT = "“{}” may be this card:"
MORE_CARDS = "{} more; type the full name."
WRITE_NAME = "Type its full name."
RULING = "Ruling"
RULINGS = "Official rulings"
OFFICIAL_RULING = "Official ruling"
MORE_RULINGS = "More rulings"
NO_RULINGS = "No rulings for this card here."
OLDER = "older than these rules"
LEADS_TO = "Rules for the words on this card"
LEADS = "See rules"

SEARCHING = "Reading the rules…"
WAITING = "Still reading. Others may be asking too; your answer will appear here."
BUSY = "One question at a time: the last answer is still on its way."
LOST = "The judge can’t be reached. What you typed is saved; the page continues when the judge is back."
TOO_FAST = "That was too fast for this judge. Ask again in {} seconds; what you typed is saved."
HELD = "That was too fast for this judge. Your question is sent again in {} seconds."
FAILED = "Something went wrong while looking this up. Your question is saved."
TRY_AGAIN = "Try again"
NEW_CHAT = "New chat"
CLOSE = "Close"
PREVIOUS = "Previous"
NEXT = "Next"
PART_OF = "Part of"
SUBRULES = "Its rules"
REFERS_TO = "Refers to"
REFERRED_BY = "Referred to by"
RULES_READ = "Rules"
EFFECTIVE = "effective"
PARTIAL = "some chapters only"

PLAIN_NOTICE = "This is our plain wording of the rules."
INSTALL_IT = "To read the official text here, install it, or run"
PLAIN_COMMAND = "judge rules add FILE"
UPLOAD = "Choose the rules file"
FROM_WEB = "Download it"
NO_WEB = "Downloads are turned off here: choose a file."
# The stages of installing an official text.
STAGES = {
    "start": "Starting…",
    "look": "Checking the publisher’s rules page…",
    "download": "Downloading the rules",
    "read": "Reading the rules…",
    "encode": "Preparing the index",
}
AMOUNTS = {"download": "{done:,} of {total:,} KB", "encode": "{done:,} of {total:,} texts"}
NOT_INSTALLED = "The rules couldn’t be installed; nothing has changed. Try again, or choose a file."
ALREADY_INSTALLED = "An official text is already in use; add other editions with judge rules add FILE."

ASK_TAB = "Ask"
EVALUATE_TAB = "Evaluate"
EVALUATE_INTRO = (
    "Measure how well each system finds the rules: it answers every question, and its top rules are compared with the "
    "deciding ones."
)
SETS = (("Shipped questions for tuning (dev)", "dev"), ("Shipped questions for reporting (test)", "test"))
OWN_SET = ("My own file", "file")
WHICH_SET = "Questions"
WHICH_SYSTEMS = "Systems"
CHOOSE_SET = "Choose a question set (.jsonl, .csv, .parquet)"
NO_SET = "Choose a question set first."
NO_SYSTEM = "Choose at least one system."
MEASURE = "Measure"
GET_REPORT = "Download the report"
GET_TABLE = "Download the table of rankings"

ASK_NEXT = "Ask next"
DID_YOU_MEAN = "Did you mean"
SEARCHED_FOR = "Searched for"
WAS_IT_RIGHT = "Was this right?"
VERDICTS = {"right": "Right", "wrong": "Wrong", "wrong-rule": "Wrong rule"}
FEEDBACK_KEPT = "Saved on the computer that runs this page; nothing is sent anywhere."
FEEDBACK_OTHER = "This answer uses {edition}, which is no longer installed; ask again first."
NO_FEEDBACK = "Feedback is turned off here."
SHARE = "Share"
COPY = "Copy as Markdown"
COPY_DISCORD = "Copy for Discord"
COPY_LINK = "Copy link"
SAVE = "Save conversation"
PRINT = "Print"

BROWSE_TAB = "Rules"
SEARCH_RULES = "Search numbers, headings, glossary"
NOTHING_FOUND = "No rule has that number, and no title has those words."
NEAR_SPELLINGS = "No exact match; these are spelled almost the same."
GLOSSARY = "Glossary"

CHANGES_TAB = "Changes"
CHANGES_TITLE = "Changes from {old} to {new}"
CHANGE_LABELS = {
    "added": "Added",
    "removed": "Removed",
    "reworded": "Reworded",
    "examples": "Other examples",
    "moved": "Moved",
    "renumbered": "Renumbered",
    "references": "Refers to other numbers",
}
GLOSSARY_CHANGES = "glossary: {count:,}"
NOTHING_CHANGED = "no changes"
FORMER_NUMBER = "was {number}"
SAME_BUT_NUMBERS = "Same words, other numbers"
PARTS_COMPARED = "One of the two has some chapters only; the chapters that both have are compared."
CHANGES_FROM = "Changes from"
CHANGES_TO = "to"
OPENING = "Opening…"
AS_OF = "Answer by the rules of"
AS_IT_WAS = "As it was in the rules of {edition}."
NOT_TODAY = "As it was in the rules of {edition}; those of {now} have no such rule."
TODAY = "Today:"
NOT_INSTALLED_HERE = "The rules of {edition} aren’t installed here."
EDITION_MISSING = "Another rule may have that number in those of {now}."
INSTALL_EDITION = "To add them, run: judge rules add FILE"
SINCE = "Since the rules of {edition}."
SINCE_OLDEST = "In the rules since {edition} or earlier; that is the oldest edition here."
UNTIL = "Removed after the rules of {edition}."
NEVER_CHANGED = "Same number and same words in every edition here."
HISTORY = "History"
ALREADY_THERE = "{edition} is already installed with the same text; nothing changed: {name}."
ADD_AGAIN = "Damaged, and not read until they are added again (judge rules add FILE): {editions}"
BEFORE_MEASURED = (
    "These rules are from before {year}: fewer of our plain wordings belong to them, and answers may miss more."
)
PARTIAL_ADDED = "It has some chapters only: it is compared in those, and its rules have no history of their own."
CHANGES_SINCE = "Changes since {old}: {summary}. To see them: judge rules diff {old} {new}"
OUT_OF_DATE = "Out of date: {count} with {questions} ({named}). To list them: judge rules check"
TO_CONFIRM = (
    "{count} to read again: the official text of {edition} has other words than they were written for. When one still "
    "fits, run: python -m index.make.fingerprint FILE --confirm NUMBER"
)
ALL_CONFIRMED = "Every plain wording was written or confirmed for the official text of {edition}."
PLAIN_OUTDATED = "Written for another wording of the official text."
REWORDED_SINCE = "Reworded since {edition}."
SEE_DIFFERENCE = "See what changed"


def counted(count: int, noun: str) -> str:
    """A number of things: `1 rule`, `2 rules`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
