// The rule panel: `props.value` is its HTML, `served("rule", …)` calls Chat.rule in ui/page/chat.py.
// The address holds the open rule (#rule-702.19b), so links, Back and reload just work.
// #history-702.19b opens its history too; #rule-702.19b@2024-03-08 is the rule of another edition.
const PREFIX = "#rule-";
const ADDRESS = /^#(?:rule|history)-/;
const root = document.documentElement;
const OPENING = '<div class="panel"><p class="waiting">Opening…</p></div>';
const SOON = 100;
const STOPS = "a[href], button, summary, input";
const sheet = matchMedia("(max-width: 859.98px)");
const panel = () => document.getElementById("rulepanel");
let asked = 0;
let opener = null;

const openNumber = () =>
  ADDRESS.test(location.hash) ? decodeURIComponent(location.hash.replace(ADDRESS, "")) : "";

// On a phone the panel is a sheet over the page, which is inert while it is open.
function open() {
  root.classList.add("rule-open");
  const over = sheet.matches;
  document.querySelectorAll("#top, #notice, #tabs, #foot").forEach((each) => (each.inert = over && root.classList.contains("rule-open")));
  panel()?.setAttribute("role", over ? "dialog" : "complementary");
  panel()?.toggleAttribute("aria-modal", over);
  if (over) panel()?.setAttribute("aria-modal", "true");
}

function shut() {
  root.classList.remove("rule-open");
  document.querySelectorAll("[inert]").forEach((each) => (each.inert = false));
  const same = opener && document.querySelector(`#tabs a[href="${CSS.escape(opener.getAttribute("href"))}"]`);
  (opener?.isConnected ? opener : same || document.querySelector('#tabs [role="tab"][aria-selected="true"]'))?.focus({ preventScroll: true });
  opener = null;
}

// Tab cycles inside the panel while it has the focus.
function turnRound(event) {
  const box = panel();
  if (!root.classList.contains("rule-open") || !box?.contains(document.activeElement)) return;
  const stops = [...box.querySelectorAll(STOPS)].filter((each) => each.checkVisibility());
  const first = stops[0], last = stops[stops.length - 1], at = document.activeElement;
  const next = event.shiftKey ? (at === first || !stops.includes(at) ? last : null) : at === last ? first : null;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

async function show() {
  const number = openNumber();
  const turn = ++asked;
  if (!number) {
    if (root.classList.contains("rule-open")) shut();
    return;
  }
  const slow = setTimeout(() => {
    if (turn !== asked || root.classList.contains("rule-open")) return;
    props.value = OPENING;
    open();
  }, SOON);
  const html = await served("rule", number);
  clearTimeout(slow);
  if (turn !== asked) return;
  if (html === null) return close();
  props.value = html;
  open();
  requestAnimationFrame(() => {
    const box = panel();
    if (!box) return;
    box.scrollTop = 0;
    box.querySelector("h2")?.focus({ preventScroll: true });
    box.querySelector("mark.key")?.scrollIntoView({ block: "nearest" });
    const history = box.querySelector("details.history");
    if (!history || !location.hash.startsWith("#history-")) return;
    history.open = true;
    history.scrollIntoView({ block: "start" });
  });
}

// How many rules were opened since the panel was last closed: closing goes back past all of them.
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
  else if (event.key === "Tab") turnRound(event);
});
sheet.addEventListener("change", () => root.classList.contains("rule-open") && open());
document.addEventListener("click", (event) => {
  if (event.target.closest("#rulepanel .close")) close();
  else if (sheet.matches && root.classList.contains("rule-open") && !event.target.closest("#rulepanel, #explained")) close();
  const link = event.target.closest('a[href^="#rule-"], a[href^="#history-"]');
  if (link && !link.closest("#rulepanel")) opener = link;
});

// ?rule=702.19b (&edition=2024-03-08) opens the panel and is removed from the address, so that Back closes it.
const query = new URLSearchParams(location.search);
const linked = query.get("rule");
if (linked) {
  query.delete("rule");
  const edition = query.get("q") ? "" : query.get("edition");
  if (edition) query.delete("edition");
  history.replaceState(null, "", location.pathname + (query.size ? "?" + query : ""));
  location.hash = PREFIX + encodeURIComponent(linked) + (edition ? "@" + encodeURIComponent(edition) : "");
}
before = openNumber() ? depth() : 0;
show();

// Labels that Gradio leaves out, and scrolling the newest question to the top.
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
  label("#rulepanel", "Rule");
  if (panel() && !panel().hasAttribute("role")) panel().setAttribute("role", "complementary");
  // The status line announces an answer in short; reading out the whole conversation would be too much.
  document.querySelectorAll('#chat [role="log"][aria-live="polite"]').forEach((each) => each.setAttribute("aria-live", "off"));
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
