// Glossary terms (`a.term`): explained beside the word on hover, focus and tap. The address doesn't change.
const TERM = 'a[href^="#term-"]';
const note = document.createElement("div");
note.id = "explained";
note.setAttribute("role", "tooltip");
note.hidden = true;
element.closest("main").append(note);
const known = new Map();
let at = null;

function hide() {
  at?.removeAttribute("aria-describedby");
  at = null;
  note.hidden = true;
}

async function explain(link) {
  const term = decodeURIComponent(link.getAttribute("href").slice("#term-".length));
  at = link;
  if (!known.has(term)) {
    const said = await served("term", term);
    if (said !== null) known.set(term, said);
  }
  if (at !== link || !link.isConnected || !known.get(term)) return;
  note.innerHTML = known.get(term);
  note.hidden = false;
  link.setAttribute("aria-describedby", note.id);
  place(link);
}

function place(link) {
  const word = link.getBoundingClientRect();
  const below = word.bottom + note.offsetHeight + 12 < innerHeight;
  note.style.left = Math.max(8, Math.min(word.left, innerWidth - note.offsetWidth - 8)) + "px";
  note.style.top = Math.max(8, below ? word.bottom + 6 : word.top - note.offsetHeight - 6) + "px";
}

const termOf = (event) => event.target.closest?.(TERM);
document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const link = termOf(event);
  if (link && link !== at) explain(link);
  else if (!link && at && !note.contains(event.target)) hide();
});
document.addEventListener("focusin", (event) => {
  const link = termOf(event);
  if (link) explain(link);
  else if (!note.contains(event.target)) hide();
});
// Runs before the rule panel's own listeners: Escape closes only the explanation. Enter on a term moves the focus to the
// numbers in its explanation; Escape and Tab lead back.
addEventListener("keydown", (event) => {
  if (note.hidden || (event.key !== "Escape" && !(event.key === "Tab" && note.contains(event.target)))) return;
  if (note.contains(event.target)) at.focus();
  hide();
  if (event.key === "Escape") event.stopImmediatePropagation();
}, true);
addEventListener("click", (event) => {
  const link = termOf(event);
  if (link) {
    event.preventDefault();
    event.stopPropagation();
    explain(link).then(() => event.detail === 0 && note.querySelector("a")?.focus());
  } else if (!note.contains(event.target) || event.target.closest("a")) hide();
}, true);
// The browser may scroll to a word that is reached by keyboard.
addEventListener("scroll", (event) => {
  if (note.hidden || note.contains(event.target)) return;
  if (at === document.activeElement) place(at);
  else hide();
}, true);
