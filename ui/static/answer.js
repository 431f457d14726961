// What a reader can do with an answer: ask an offered question, copy, save, print, give feedback.
const ANSWER = ".answer";
const LONG_LINK = 300;
const text = (node) => (node ? node.textContent : "");

function askThis(question) {
  const box = document.querySelector("#ask textarea");
  if (!box || box.disabled) return tell("busy");
  box.value = question;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  setTimeout(() => document.querySelector("#ask button.submit-button")?.click(), 50);
}

const linkOf = (answer) => new URL(answer.querySelector("a.share").getAttribute("href"), location.origin + location.pathname).href;

// A long question would make a long link; the server keeps it under a short one.
async function shareLink(answer) {
  const long = linkOf(answer);
  if (long.length < LONG_LINK) return long;
  const named = new URL(long).searchParams;
  const body = JSON.stringify({ question: named.get("q"), edition: named.get("edition") || "" });
  try {
    const reply = await fetch("links", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return reply.ok ? new URL((await reply.json()).path, location.origin + location.pathname).href : long;
  } catch {
    return long;
  }
}

// The question above a problem.
function questionOf(answer) {
  const before = [...document.querySelectorAll("#chat .asked")].filter((each) => each.compareDocumentPosition(answer) & Node.DOCUMENT_POSITION_FOLLOWING);
  return text(before[before.length - 1]);
}

async function copy(button, words) {
  const name = button.textContent;
  try {
    await navigator.clipboard.writeText(words);
    button.textContent = "Copied";
    tell("done", "Copied");
  } catch {
    button.textContent = "The browser does not allow it";
  }
  setTimeout(() => (button.textContent = name), 1600);
}

function save() {
  const parts = [...document.querySelectorAll("#chat .answer")].map((answer) => {
    const bubble = answer.closest('[data-testid="bot"]');
    return text(answer.querySelector(".source.md")) || text(bubble);
  });
  const file = new Blob([parts.join("\n\n---\n\n") + "\n"], { type: "text/markdown" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "rules-judge-conversation.md";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function say(answer, verdict, rule = "") {
  const row = answer.querySelector(".feedback");
  const address = new URL(linkOf(answer));
  const cited = [...answer.querySelectorAll("details.decides > summary strong")].map(text);
  const reply = await served("feedback", {
    question: address.searchParams.get("q"), edition: address.searchParams.get("edition"), verdict, cited, rule,
  });
  if (!reply) return;
  row.querySelector(".said").textContent = reply.said;
  tell("done", reply.said);
  if (!reply.kept) return;
  row.querySelectorAll("button.verdict").forEach((each) => each.setAttribute("aria-pressed", String(each.classList.contains(verdict))));
  const form = row.querySelector("form");
  if (form?.contains(document.activeElement)) row.querySelector(`button.verdict.${verdict}`).focus();
  form?.remove();
}

function askWhich(answer) {
  const row = answer.querySelector(".feedback");
  if (row.querySelector("form")) return row.querySelector("form input").focus();
  const form = document.createElement("form");
  form.innerHTML = '<label>Which rule decides it? <input name="rule" maxlength="12" placeholder="702.19b" autocomplete="off" required></label> <button class="act">Keep</button>';
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say(answer, "wrong-rule", form.elements.rule.value);
  });
  row.append(form);
  form.elements.rule.focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#chat button");
  if (!button) return;
  const answer = button.closest(ANSWER), is = (name) => button.classList.contains(name);
  if (is("ask-this")) askThis(text(button));
  else if (is("again")) askThis(questionOf(answer));
  else if (is("copy-md")) copy(button, text(answer.querySelector(".source.md")) + "\n\n" + linkOf(answer));
  else if (is("copy-discord")) copy(button, text(answer.querySelector(".source.discord")));
  else if (is("copy-link")) shareLink(answer).then((link) => copy(button, link));
  else if (is("save")) save();
  else if (is("print")) print();
  else if (is("wrong-rule")) askWhich(answer);
  else if (is("right")) say(answer, "right");
  else if (is("wrong")) say(answer, "wrong");
});

// On paper everything is unfolded.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("#chat details:not([open])")];
  folded.forEach((each) => (each.open = true));
});
addEventListener("afterprint", () => folded.forEach((each) => (each.open = false)));
