// The written answer: it takes its place above the rules when it is there. The rules below stay as they are: what is
// unfolded stays unfolded, what has the focus keeps it. Gradio calls these through `window.judgeWriting`, and takes a
// list as one value for each output.
const WRITER = "judge-writer-v1";
const WAITS = ".written.waiting";
const PARTS = [".written", ".source.md", ".source.discord"];

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

function put(answer, made) {
  const focused = answer.querySelector(WAITS)?.contains(document.activeElement);
  for (const part of PARTS) {
    const old = answer.querySelector(part), fresh = made.querySelector(part);
    if (old && fresh) old.replaceWith(fresh);
  }
  const now = answer.querySelector(".written");
  if (focused) (now.querySelector("a") || document.querySelector("#ask textarea"))?.focus({ preventScroll: true });
  tell("done", [...now.querySelectorAll(".lead, .note")].map((each) => each.textContent).join(" "));
}

window.judgeWriting = {
  // `made` is the id of a written answer, a space, and the message of the whole answer.
  fill(made, turns) {
    const id = (made || "").split(" ", 1)[0], html = (made || "").slice(id.length + 1);
    const slot = id && document.getElementById("writing-" + id);
    if (slot) put(slot.closest(".answer"), parse(html));
    const filled = (turn) => (id && turn.answer.includes("writing-" + id) ? { ...turn, answer: html } : turn);
    return [turns.map(filled)];
  },
  // Whatever waits, waits no more.
  end(turns) {
    const stopped = document.querySelector("#sign p").dataset.stopped;
    const note = parse("").createElement("div");
    note.className = "written";
    note.append(Object.assign(document.createElement("p"), { className: "note", textContent: stopped }));
    document.querySelectorAll("#chat " + WAITS).forEach((slot) => {
      const fresh = parse(`<div>${note.outerHTML}</div>`);
      put(slot.closest(".answer"), fresh);
    });
    const waiting = /<div class="written waiting" id="writing-[0-9a-f]+">.*?<\/div>/g;
    return [turns.map((turn) => ({ ...turn, answer: turn.answer.replace(waiting, () => note.outerHTML) }))];
  },
  choose(on, labels) {
    try {
      localStorage.setItem(WRITER, on ? "on" : "off");
    } catch {
      // The browser doesn't allow storage; the choice holds until the page is closed.
    }
    tell("done", on ? labels.on : labels.off);
  },
  chosen() {
    try {
      return localStorage.getItem(WRITER) !== "off";
    } catch {
      return true;
    }
  },
};

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#chat button.stop-writing")) document.querySelector("#stop-writing")?.click();
});
