// Runs once with the rule panel: `element` (its box), `props.value` (its HTML), `server.rule` (chat.rule in ui/web.py).
// The address holds the open rule (#rule-702.19b), so that links, Back and reload work by themselves.
const PREFIX = "#rule-";
const root = document.documentElement;
const panel = () => document.getElementById("rulepanel");
let asked = 0;
let opener = null;

const openNumber = () =>
  location.hash.startsWith(PREFIX) ? decodeURIComponent(location.hash.slice(PREFIX.length)) : "";

async function show() {
  const number = openNumber();
  const turn = ++asked;
  if (!number) {
    root.classList.remove("rule-open");
    if (opener && opener.isConnected) opener.focus({ preventScroll: true });
    opener = null;
    return;
  }
  const html = await server.rule(number);
  if (turn !== asked) return;
  props.value = html;
  root.classList.add("rule-open");
  requestAnimationFrame(() => {
    const box = panel();
    if (!box) return;
    box.scrollTop = 0;
    box.querySelector("h2")?.focus({ preventScroll: true });
  });
}

// How many rules were opened since the panel was closed: closing goes back over all of them.
const depth = () => (history.state && history.state.judgeDepth) || 0;
let before = 0;

function moved() {
  if (openNumber() && !depth()) history.replaceState({ ...history.state, judgeDepth: before + 1 }, "");
  before = openNumber() ? depth() : 0;
  show();
}

function close() {
  if (!openNumber()) return;
  if (depth()) history.go(-depth());
  else {
    history.replaceState(null, "", location.pathname + location.search);
    moved();
  }
}

window.addEventListener("hashchange", moved);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("#rulepanel .close")) close();
  const link = event.target.closest('a[href^="#rule-"]');
  if (link && !link.closest("#rulepanel")) opener = link;
});

// ?rule=702.19b opens the panel and leaves the address, so that Back closes it.
const query = new URLSearchParams(location.search);
const linked = query.get("rule");
if (linked) {
  query.delete("rule");
  history.replaceState(null, "", location.pathname + (query.size ? "?" + query : ""));
  location.hash = PREFIX + encodeURIComponent(linked);
}
before = openNumber() ? depth() : 0;
show();

// Names that Gradio leaves out, and the newest question at the top once it is there.
let questions = 0;
let answers = 0;
const label = (selector, name) =>
  document.querySelectorAll(selector).forEach((node) => {
    if (node.getAttribute("aria-label") !== name) node.setAttribute("aria-label", name);
  });

function tidy() {
  label("#ask button.submit-button", "Ask");
  label("#ask textarea", "Your question");
  label('#chat [data-testid="user"]', "Question");
  label('#chat [data-testid="bot"]', "Answer");
  document.querySelectorAll("#chat .examples[role=list]").forEach((node) => node.removeAttribute("role"));
  const box = panel();
  if (box && box.getAttribute("role") !== "complementary") {
    box.setAttribute("role", "complementary");
    box.setAttribute("aria-label", "Rule");
  }
  const asks = document.querySelectorAll('#chat [data-testid="user"]');
  const replies = document.querySelectorAll("#chat .answer:not(.pending)").length;
  if (asks.length && (asks.length > questions || replies > answers)) {
    const box = asks[asks.length - 1].closest(".bubble-wrap");
    const gap = asks[asks.length - 1].getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += gap - 14;
    const typing = document.querySelector("#ask textarea");
    if (document.activeElement === document.body && matchMedia("(pointer: fine)").matches) typing?.focus();
  }
  questions = asks.length;
  answers = replies;
}
new MutationObserver(tidy).observe(document.body, { childList: true, subtree: true });
tidy();
