// The Changes tab: loaded when it is first seen, again when other editions are chosen; a long one chapter by chapter.
const editionsShown = () => ["changes-old", "changes-new"].map((id) => document.getElementById(id)?.value).join(" ");

async function compare(editions, focused = "") {
  const html = await served("changes", editions);
  const box = document.querySelector("#changes .changes");
  if (html === null || !box) return;
  box.outerHTML = html;
  document.getElementById(focused)?.focus();
}

const seen = new IntersectionObserver((entries) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  seen.disconnect();
  compare("");
});
new MutationObserver(() => {
  const box = document.querySelector("#changes .unloaded:not(.watched)");
  box?.classList.add("watched");
  if (box) seen.observe(box);
}).observe(document.body, { childList: true, subtree: true });

// An edition that was never asked gets its index first; the line beside the choice says how far it is.
const PREPARED_LOOK = 1000;
async function prepare(choice) {
  const edition = choice.value;
  const line = document.querySelector("#as-of [role=status]");
  for (let reply; choice.isConnected && choice.value === edition; await new Promise((done) => setTimeout(done, PREPARED_LOOK))) {
    reply = edition ? await served("prepare", edition) : { said: "", over: true };
    if (choice.value === edition) line.textContent = reply?.said ?? "";
    if (!reply || reply.over) return;
  }
}

document.addEventListener("change", (event) => {
  if (event.target.matches?.("#as-of select")) prepare(event.target);
  if (event.target.matches?.("#changes select")) compare(editionsShown(), event.target.id);
});
document.addEventListener("toggle", async (event) => {
  const chapter = event.target;
  if (!chapter.classList?.contains("changed") || !chapter.open || chapter.querySelector("ul, .waiting")) return;
  chapter.insertAdjacentHTML("beforeend", '<p class="waiting">Opening…</p>');
  const html = await served("changed", editionsShown() + " " + chapter.id.slice("changed-".length));
  if (html === null) chapter.open = false; // the next click tries again
  chapter.querySelector(".waiting").outerHTML = html ?? "";
}, true);
