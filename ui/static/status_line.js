// The status line above the question box (reading, busy, too fast, connection lost), and the draft of the question.
// Comes before the other scripts, which use `served`, `tell`, and `pause`. The sentences are in the status line's
// attributes.
const DRAFT = "judge-draft-v1";
const MOST_DRAFT = 20000;
const LONG_WAIT = 4000;
const AGAIN = 1000;
const TOO_FAST = 429;
const DRAFT_LOOKS = [200, 600, 1500, 3000];
const field = () => document.querySelector("#ask textarea");
const pause = (time) => new Promise((done) => setTimeout(done, time));
let asking = false, busy = false, checking = false, gone = false, waiting = 0, asked = 0, announced = "";
const questionsShown = () => document.querySelectorAll("#chat .asked").length;

function tell(kind, said) {
  const line = document.querySelector("#sign p");
  if (!line) return;
  line.className = kind;
  line.textContent = said ?? line.dataset[kind] ?? "";
}

// The result of a server function; null where the judge can't be reached, and the status line says so.
async function served(step, value) {
  try {
    return await server[step](value);
  } catch {
    lost();
    return null;
  }
}

// Who asks too fast is told when to ask again. A question that was taken already needs no one: it is sent again then.
const sent = window.fetch;
window.fetch = async (...request) => {
  let reply = await sent(...request);
  while (reply.status === TOO_FAST) {
    const seconds = Number(reply.headers.get("retry-after")) || 1;
    const taken = String(request[0]).includes("queue/join") || field()?.disabled;
    tooFast(taken ? "held" : "fast", seconds);
    if (!taken) break;
    await pause(1000 * seconds);
    reply = await sent(...request);
  }
  return reply;
};

function tooFast(kind, seconds) {
  if (kind === "fast") asking = false;
  settle();
  clearTimeout(waiting);
  tell(kind, document.querySelector("#sign p")?.dataset[kind].replace("{}", seconds));
}

async function appId() {
  try {
    const reply = await fetch("gradio_api/app_id", { cache: "no-store" });
    return reply.ok ? (await reply.json()).app_id : "";
  } catch {
    return "";
  }
}

// Gradio stops working once it has lost the connection, the server has restarted, or another one answers in its place, so
// the page is reloaded; an open question is then asked again.
async function lost() {
  if (checking || gone) return;
  checking = true;
  const there = await appId();
  if (there && there !== window.gradio_config?.app_id) return location.reload();
  gone = !there;
  checking = asking = false;
  settle();
  if (!gone) {
    if (busy) setTimeout(lost, LONG_WAIT);
    return;
  }
  document.documentElement.classList.add("lost");
  let id = "";
  while (!(id = await appId())) await pause(AGAIN);
  if (document.querySelector(".toast-body.error") || busy || id !== window.gradio_config?.app_id) location.reload();
  gone = false;
  document.documentElement.classList.remove("lost");
  tell("");
}

function lastAnswer() {
  const answers = [...document.querySelectorAll("#chat .answer:not(.pending)")];
  const last = answers[answers.length - 1];
  const said = last && [...last.querySelectorAll(":scope > .lead, :scope > .chips > .decides, :scope > p:only-of-type")];
  return { key: answers.length + (last?.textContent || ""), said: said?.map((each) => each.textContent).join(" ") || "" };
}

function settle() {
  const was = busy;
  busy = asking || Boolean(document.querySelector("#chat .pending"));
  document.documentElement.classList.toggle("asking", busy && !gone);
  if (busy === was && !gone) return;
  clearTimeout(waiting);
  const answer = lastAnswer();
  if (gone) tell("lost");
  else if (busy) {
    tell("searching");
    waiting = setTimeout(() => tell("waiting"), LONG_WAIT);
  } else tell("answered", answer.key === announced ? "" : answer.said);
  announced = answer.key;
}

function started(chosen = false) {
  const box = field();
  if (gone) return tell("lost");
  if (!box || box.disabled || !(chosen || box.value.trim())) return;
  asking = true;
  asked = questionsShown();
  settle();
}

function keepDraft() {
  try {
    sessionStorage.setItem(DRAFT, (field()?.value || "").slice(0, MOST_DRAFT));
  } catch {
    // The browser doesn't allow storage.
  }
}

function bringDraft() {
  const box = field(), kept = sessionStorage.getItem(DRAFT);
  if (!box || box.disabled) return false;
  if (kept && !box.value && !asking) {
    box.value = kept;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return true;
}

let brought = false;
new MutationObserver((records) => {
  if (!brought && bringDraft()) {
    brought = true;
    // Gradio may still be writing its own empty text into the box.
    DRAFT_LOOKS.forEach((time) => setTimeout(bringDraft, time));
  }
  if (document.querySelector(".toast-body.error")) lost();
  if (!records.some((each) => each.type === "childList" && (each.target.closest?.("#chat") || each.target.id === "chat"))) return;
  // The question was sent once it appears in the chat, which may change for other reasons before.
  if (asking && questionsShown() === asked && !document.querySelector("#chat .pending")) return;
  if (asking) sessionStorage.removeItem(DRAFT);
  asking = false;
  settle();
}).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });

addEventListener("keydown", (event) => {
  if (event.target === field() && event.key === "Enter" && !event.shiftKey && !event.isComposing) started();
}, true);
addEventListener("click", (event) => {
  if (event.target.closest?.("#ask button.submit-button")) started();
  else if (event.target.closest?.('#chat button[aria-label^="Select example"]')) started(true);
  else if (event.target.closest?.("#clear")) sessionStorage.removeItem(DRAFT);
}, true);
addEventListener("input", (event) => {
  if (event.target === field()) keepDraft();
}, true);
addEventListener("offline", lost);
