// The Rules tab: what is typed is searched at once, a chapter's rules come when it is opened.
const PAUSE = 120;
let typed = 0;

async function search(field) {
  const turn = ++typed;
  await new Promise((done) => setTimeout(done, PAUSE));
  if (turn !== typed) return;
  const html = await server.found(field.value);
  if (turn !== typed) return;
  document.getElementById("found").innerHTML = html;
  document.getElementById("tree").hidden = Boolean(html);
}

document.addEventListener("input", (event) => {
  if (event.target.id === "search-rules") search(event.target);
});
document.addEventListener("toggle", async (event) => {
  const chapter = event.target;
  if (!chapter.classList?.contains("chapter") || !chapter.open || chapter.querySelector("ul, .waiting")) return;
  chapter.insertAdjacentHTML("beforeend", '<p class="waiting">Opening…</p>');
  const html = await server.branch(chapter.id.slice("chapter-".length));
  chapter.querySelector(".waiting").outerHTML = html || "<p>No rules.</p>";
}, true);
