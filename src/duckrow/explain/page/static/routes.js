// The address of a view: #File[/etc/motd], #/timeline, #/timeline/File[/etc/motd], #/source/FILE:LINE.

const VIEWS = ["answer", "graph", "timeline", "resources", "problems", "source"];

function parseRoute(hash) {
  const text = decoded(hash.replace(/^#/, ""));
  const match = /^\/([a-z]+)(?:\/([^]*))?$/.exec(text);
  if (match && VIEWS.includes(match[1])) {
    const rest = match[2] || "";
    if (match[1] === "source") return { view: "source", ref: "", ...parsePlace(rest) };
    return { view: match[1], ref: rest };
  }
  return { view: "graph", ref: text };
}

function parsePlace(text) {
  const match = /^([^]*?)(?::(\d+))?$/.exec(text);
  return { file: match[1], line: Number(match[2] || 0) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody typed a lone %
  }
}

// Leave readable what may stand in a fragment.
function encoded(text) {
  return encodeURI(text).replace(/%5B/g, "[").replace(/%5D/g, "]").replace(/#/g, "%23");
}

function routeTo(view, ref = "") {
  if (view === "graph" && ref) return `#${encoded(ref)}`;
  return `#/${view}${ref ? `/${encoded(ref)}` : ""}`;
}

function sourceRoute(thing) {
  return routeTo("source", placeText(thing));
}

function go(route) {
  if (location.hash !== route) location.hash = route;
}
