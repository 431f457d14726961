// The Rules tab: it searches while the user types, and loads a chapter's rules when it is opened.
const PAUSE = 120;
let typed = 0;

async function search(field) {
  const turn = ++typed;
  await new Promise((done) => setTimeout(done, PAUSE));
  if (turn !== typed) return;
  const html = await served("found", field.value);
  if (turn !== typed || html === null) return;
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
  const html = await served("branch", chapter.id.slice("chapter-".length));
  if (html === null) chapter.open = false; // the next click tries again
  chapter.querySelector(".waiting").outerHTML = html ?? "";
}, true);
