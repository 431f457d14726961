// The written answer: it takes its place above the rules when it is there. The rules below stay as they are: what is
// unfolded stays unfolded, what has the focus keeps it. Gradio calls these through `window.judgeWriting`, and takes a
// list as one value for each output.
const WRITER = "judge-writer-v1";
const WAITS = ".written.waiting";
const PARTS = [".written", ".source.md", ".source.discord"];
const LOOK_AGAIN = 50, LONGEST_LOOK = 5_000;

// Where the written answer belongs: a quick writer is done before Gradio has put the answer itself into the page.
async function placeOf(id) {
  const last = performance.now() + LONGEST_LOOK;
  for (;;) {
    const slot = document.getElementById("writing-" + id);
    if (slot || performance.now() > last) return slot;
    await pause(LOOK_AGAIN);
  }
}

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
  async fill(made, turns) {
    const id = (made || "").split(" ", 1)[0], html = (made || "").slice(id.length + 1);
    const waits = (turn) => id && turn.answer.includes("writing-" + id);
    const slot = turns.some(waits) && (await placeOf(id));
    if (slot) put(slot.closest(".answer"), parse(html));
    return [turns.map((turn) => (waits(turn) ? { ...turn, answer: html } : turn))];
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
};

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#chat button.stop-writing")) document.querySelector("#stop-writing")?.click();
});
