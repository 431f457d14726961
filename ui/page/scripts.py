"""What the browser itself does to the inputs of a step before it sends them, each as a function of JavaScript."""

# A conversation to bring back or a question in the address is waited for; otherwise the box is ready from the start.
# The examples are new each time. (Runs in the browser alone; `%s` are all examples and how many are shown.)
OPEN = """(turns) => {
  const all = %s, count = %s;
  let opened = 0;
  try {
    opened = Number(localStorage.getItem("judge-opened-v1")) || 0;
    localStorage.setItem("judge-opened-v1", opened + 1);
  } catch {}
  const start = opened * count %% all.length;
  const free = !turns?.length && !new URLSearchParams(location.search).get("q");
  const update = (changed) => ({ __type__: "update", ...changed });
  return [
    update(free ? {} : { interactive: false, submit_btn: false }),
    update({ examples: all.slice(start, start + count).map((text) => ({ text })) }),
  ];
}"""
# Only turns go to the server: another program at the same address may have kept something else under this name.
TURNS = """(turns) => (Array.isArray(turns) ? turns : []).filter((turn) => typeof turn?.question === "string" &&
  typeof turn.answer === "string" && ["string", "undefined"].includes(typeof turn.edition))"""
# What a reader switched off stays off, even where the page has not yet shown it.
WRITER_CHOSEN = """() => {
  try {
    return localStorage.getItem("judge-writer-v1") !== "off";
  } catch {
    return true;
  }
}"""
IF_CHOSEN = f"(box, turns, write) => [box, turns, write && ({WRITER_CHOSEN})()]"
# The page's own script comes a moment after the box for questions; until then an event waits for it.
WRITING = """(await new Promise((done) => {
  const look = () => window.judgeWriting ? done(window.judgeWriting) : setTimeout(look, 20);
  look();
}))"""
# The edition that the reader chose to have questions answered by, "" for the one in use.
CHOSEN = "document.querySelector('#as-of select')?.value ?? ''"
WITH_QUESTION = f"(box, turns) => [box, ({TURNS})(turns), {CHOSEN}]"
ALONE = f"(turns) => [({TURNS})(turns), {CHOSEN}]"
# A shared link holds the question and the edition that it was answered from; both leave the address once taken. The
# edition of a link to a rule is for the rule panel.
TAKE_QUESTION = """(kept, question, edition) => {
  const turns = (%s)(kept);
  const address = new URL(location.href);
  if (!address.searchParams.get("q")) return [turns, "", ""];
  const taken = ["q", "edition"].map((name) => address.searchParams.get(name) || "");
  ["q", "edition"].forEach((name) => address.searchParams.delete(name));
  history.replaceState(history.state, "", address);
  return [turns, ...taken];
}"""
