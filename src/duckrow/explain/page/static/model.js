// The data of the page, with the tables that the views look things up in.

const CONTAINMENT = "containment";
const CATALOG_WORDS = {
  thing: "resource",
  things: "Resources",
  kinds: "Kinds of order",
  why: "Why it is there",
  at: "Declared at",
  before: "Comes after",
  after: "Comes before",
};
const POLICY_WORDS = {
  thing: "promise",
  things: "Promises",
  kinds: "Kinds of causes",
  why: "What happened, and why",
  at: "Written at",
  before: "Depends on",
  after: "Leads to",
};
const MOST_SIBLINGS = 20; // more siblings than these are grouped

function makeModel(data) {
  const model = {
    title: data.title || "",
    words: data.language === "cfengine" ? POLICY_WORDS : CATALOG_WORDS,
    phases: data.phases || [],
    nodes: data.nodes || [],
    edges: [],
    cycles: (data.cycles || []).map(closedCycle),
    races: data.races || [],
    hasProblems: Boolean(data.cycles || data.races), // somebody has looked for them
    sources: data.sources || {},
    answer: data.answer || null,
    reasons: data.reasons || [], // the reasons of nodes are numbers of this table
    byRef: new Map(),
    contents: new Map(), // from a ref to the nodes in it
    incoming: new Map(), // from a ref to its edges
    outgoing: new Map(),
    problems: new Map(), // from a ref to "cycle" or "race"
  };
  for (const node of model.nodes) model.byRef.set(node.ref, node);
  for (const node of model.nodes)
    if (model.byRef.has(node.container)) pushTo(model.contents, node.container, node);
  for (const edge of data.edges || [])
    if (edge.kind !== CONTAINMENT && model.byRef.has(edge.source) && model.byRef.has(edge.target))
      addEdge(model, { ...edge });
  for (const node of model.nodes)
    if (model.byRef.has(node.container) && node.container !== node.ref)
      addEdge(model, {
        source: node.container,
        target: node.ref,
        kind: CONTAINMENT,
        file: node.file,
        line: node.line,
      });
  markProblems(model);
  model.kinds = countedKinds(model.edges);
  model.types = countedTypes(model.nodes);
  // Each next hue is far from all before it, so frequent types differ most.
  model.hues = new Map(model.types.map(([type], index) => [type, Math.round(210 + index * 137.5) % 360]));
  model.texts = model.nodes.map((node) => `${node.ref} ${node.title}`.toLowerCase());
  model.tree = displayTree(model);
  return model;
}

function pushTo(map, key, value) {
  const found = map.get(key);
  if (found) found.push(value);
  else map.set(key, [value]);
}

function addEdge(model, edge) {
  model.edges.push(edge);
  pushTo(model.outgoing, edge.source, edge);
  pushTo(model.incoming, edge.target, edge);
}

function countedKinds(edges) {
  const counts = new Map();
  for (const edge of edges) counts.set(edge.kind, (counts.get(edge.kind) || 0) + 1);
  const isLast = (kind) => (kind === CONTAINMENT ? 1 : 0);
  return [...counts].sort((a, b) => isLast(a[0]) - isLast(b[0]) || b[1] - a[1]);
}

function countedTypes(nodes) {
  const counts = new Map();
  for (const node of nodes) counts.set(node.type, (counts.get(node.type) || 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function typeColour(model, type) {
  return `hsl(${model.hues.get(type)} var(--type-tone))`;
}

// ---- cycles and races

function closedCycle(refs) {
  return refs.length > 1 && refs[0] === refs[refs.length - 1] ? refs.slice(0, -1) : refs;
}

function markProblems(model) {
  for (const race of model.races)
    for (const ref of race.refs) model.problems.set(ref, "race");
  for (const cycle of model.cycles)
    cycle.forEach((ref, index) => {
      model.problems.set(ref, "cycle");
      const next = cycle[(index + 1) % cycle.length];
      // A cycle may run through a container: the edge is then that of its contents.
      for (const edge of edgesBetween(model, ref, next)) edge.inCycle = true;
    });
}

function edgesBetween(model, source, target) {
  const there = (model.outgoing.get(source) || []).filter((edge) => edge.target === target);
  const held = (model.incoming.get(source) || []).filter(
    (edge) => edge.source === target && edge.kind === CONTAINMENT,
  );
  return there.concat(held);
}

// Return the containers of a node, the innermost first.
function containersOf(model, ref) {
  const found = [];
  let node = model.byRef.get(model.byRef.get(ref).container);
  while (node && !found.includes(node) && node.ref !== ref) {
    found.push(node);
    node = model.byRef.get(node.container);
  }
  return found;
}

// ---- the tree of containers, with groups where a container holds many

function displayTree(model) {
  const root = { id: "", items: [], parent: null };
  const byRef = new Map();
  const itemOf = (node) => {
    let item = byRef.get(node.ref);
    if (!item) {
      item = { id: node.ref, node, items: [], parent: null };
      byRef.set(node.ref, item);
    }
    return item;
  };
  for (const node of model.nodes) {
    const container = model.byRef.get(node.container);
    const isLoop = container && [container, ...containersOf(model, container.ref)].includes(node);
    const parent = container && !isLoop ? itemOf(container) : root;
    const item = itemOf(node);
    item.parent = parent;
    parent.items.push(item);
  }
  for (const item of [root, ...byRef.values()]) groupItems(item);
  countItems(root, model);
  return { root, byRef };
}

// Classes are grouped by their module, everything else by its type.
function groupName(node) {
  const module = node.type === "Class" ? node.title.split("::")[0].toLowerCase() : "";
  return module ? `Class ${module}` : node.type;
}

function groupItems(parent) {
  if (parent.items.length <= MOST_SIBLINGS) return;
  const groups = new Map();
  for (const item of parent.items) pushTo(groups, groupName(item.node), item);
  if (groups.size === 1) return;
  parent.items = [];
  for (const [name, items] of groups)
    if (items.length < 3) parent.items.push(...items);
    else {
      const group = { id: `${parent.id} › ${name}`, group: name, items, parent };
      for (const item of items) item.parent = group;
      parent.items.push(group);
    }
}

// Count the resources in an item, and find out whether one of them is in a cycle or a race.
function countItems(item, model) {
  item.count = 0;
  item.problem = (item.node && model.problems.get(item.node.ref)) || "";
  for (const each of item.items) {
    item.count += countItems(each, model) + (each.node ? 1 : 0);
    if (item.problem !== "cycle") item.problem = each.problem || item.problem;
  }
  return item.count;
}

// ---- search

// Return the nodes whose reference has all the words; those whose title begins with them come first.
function searchNodes(model, query, most) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const found = [];
  model.nodes.forEach((node, index) => {
    const text = model.texts[index];
    if (!words.every((word) => text.includes(word))) return;
    const [ref, title, first] = [node.ref.toLowerCase(), node.title.toLowerCase(), words[0]];
    let rank = 2;
    if (ref === first || title === first) rank = 0;
    else if (ref.startsWith(first) || title.startsWith(first)) rank = 1;
    found.push([rank, text.length, index]);
  });
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return found.slice(0, most).map((each) => model.nodes[each[2]]);
}

function placeText(thing) {
  if (!thing || !thing.file) return "";
  return thing.line ? `${thing.file}:${thing.line}` : thing.file;
}

// A path in a module begins with the name of the module, any other shows its last three names.
function shortPlace(thing) {
  const names = placeText(thing).split("/");
  if (names.length < 5) return names.join("/");
  const at = names.findLastIndex((name) => name === "manifests" || name === "templates");
  return `…/${names.slice(at > 1 ? at - 1 : -3).join("/")}`;
}

function plural(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}
