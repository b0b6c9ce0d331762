// Where everything is drawn. A drawing is data: boxes and lines with their positions.
//
// Only what is shown is laid out: the open containers of the map, or the neighbourhood of a node.
// Earlier is on the left, later on the right.

const NODE_HEIGHT = 42;
const HEADER_HEIGHT = 30;
const PADDING = 14;
const STEP = 36; // so many more items are shown at a time
const MOST_NEIGHBOURS = 10; // of one node on one side, before the rest are one box
const MOST_SHOWN = 140;

const measure = (() => {
  const context = document.createElement("canvas").getContext("2d");
  return (text, font) => {
    context.font = font;
    return context.measureText(text).width;
  };
})();
const TITLE_FONT = "600 13px system-ui, sans-serif";
const TYPE_FONT = "11px system-ui, sans-serif";

// A long title loses its middle: both ends tell titles apart.
function shortened(text, most) {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= most) return line;
  const tail = Math.floor(most * 0.6);
  return `${line.slice(0, most - tail - 1)}…${line.slice(-tail)}`;
}

function nodeBox(node, extra = {}) {
  const title = shortened(node.title || node.ref, 34);
  const width = Math.max(measure(title, TITLE_FONT), measure(node.type, TYPE_FONT)) + 34;
  return {
    id: node.ref,
    kind: "node",
    node,
    title,
    label: node.type,
    w: Math.max(96, Math.ceil(width)),
    h: NODE_HEIGHT,
    ...extra,
  };
}

// ---- one level: boxes with lines between them in layers, boxes without lines in rows below

function layoutLevel(boxes, lines) {
  const linked = new Set(lines.flatMap((line) => [line.source, line.target]));
  const layered = boxes.filter((box) => linked.has(box.id));
  const loose = boxes.filter((box) => !linked.has(box.id));
  const size = layoutLayers(layered, lines);
  const top = layered.length && loose.length ? size.h + 22 : size.h;
  const rows = layoutRows(loose, Math.max(size.w, goodWidth(loose)), top);
  return { w: Math.max(size.w, rows.w), h: loose.length ? rows.h : size.h };
}

function layoutLayers(boxes, lines) {
  if (!boxes.length) return { w: 0, h: 0 };
  const graph = new dagre.graphlib.Graph({ multigraph: false });
  graph.setGraph({
    rankdir: "LR",
    nodesep: 12,
    ranksep: 60,
    edgesep: 8,
    ranker: boxes.length > 100 ? "longest-path" : "network-simplex",
  });
  for (const box of boxes) graph.setNode(box.id, { width: box.w, height: box.h });
  for (const line of lines) graph.setEdge(line.source, line.target, {});
  dagre.layout(graph);
  for (const box of boxes) {
    const { x, y } = graph.node(box.id);
    box.x = x - box.w / 2;
    box.y = y - box.h / 2;
  }
  const byId = new Map(boxes.map((box) => [box.id, box]));
  for (const line of lines) {
    const { points } = graph.edge(line.source, line.target);
    line.points = portedPoints(points, byId.get(line.source), byId.get(line.target));
    if (graph.hasEdge(line.target, line.source)) partFromOther(line);
  }
  const { width, height } = graph.graph();
  return { w: width, h: height };
}

function goodWidth(boxes) {
  const area = boxes.reduce((sum, box) => sum + (box.w + 12) * (box.h + 12), 0);
  return Math.max(Math.sqrt(area * 1.9), ...boxes.map((box) => box.w));
}

// Boxes of much the same width stand in columns.
function layoutRows(boxes, width, top) {
  const widths = boxes.map((box) => box.w).sort((a, b) => a - b);
  const widest = widths[widths.length - 1];
  const isEven = boxes.length > 3 && widest < 1.7 * widths[widths.length >> 1];
  let x = 0;
  let y = top;
  let height = 0;
  let right = 0;
  for (const box of boxes) {
    const cell = isEven ? widest : box.w;
    if (x > 0 && x + cell > width + 1) {
      x = 0;
      y += height + 12;
      height = 0;
    }
    box.x = x;
    box.y = y;
    right = Math.max(right, x + box.w);
    x += cell + 12;
    height = Math.max(height, box.h);
  }
  return { w: right, h: y + height };
}

// ---- the map: containers, open or closed

// `opened` has the ids of open containers; `limits` how many items of a container are shown.
function drawMap(model, opened, limits, isShown) {
  const shown = new Map(); // from an item of the tree to its box
  const boxes = [];
  const lines = [];
  const levels = new Map();
  const visit = (item) => {
    const limit = limits.get(item.id) || STEP;
    const most = item.items.length > limit + 4 ? limit : item.items.length;
    const made = item.items.slice(0, most).map((each) => {
      const isOpen = each.items.length > 0 && opened.has(each.id);
      const box = boxOfItem(model, each, isOpen);
      shown.set(each, box);
      if (isOpen) visit(each);
      return box;
    });
    if (most < item.items.length) {
      const rest = item.items.slice(most);
      const more = moreBox(`${item.id} …`, rest.length, { of: item.id, limit });
      for (const each of rest) shown.set(each, more);
      made.push(more);
    }
    levels.set(item, made);
  };
  visit(model.tree.root);
  const linesAt = levelLines(model, shown, isShown);
  const place = (item) => {
    const made = levels.get(item);
    for (const box of made)
      if (box.isOpen) {
        const size = place(box.item);
        box.w = Math.max(size.w + 2 * PADDING, measure(box.title, TITLE_FONT) + 90);
        box.h = size.h + 2 * PADDING + HEADER_HEIGHT;
      }
    return layoutLevel(made, linesAt.get(item) || []);
  };
  const size = place(model.tree.root);
  const flatten = (item, dx, dy) => {
    for (const line of linesAt.get(item) || []) {
      line.points = line.points.map((point) => ({ x: point.x + dx, y: point.y + dy }));
      lines.push(line);
    }
    for (const box of levels.get(item)) {
      box.x += dx;
      box.y += dy;
      boxes.push(box);
      if (box.isOpen) flatten(box.item, box.x + PADDING, box.y + HEADER_HEIGHT + PADDING);
    }
  };
  flatten(model.tree.root, 0, 0);
  return { boxes, lines, ...size };
}

function boxOfItem(model, item, isOpen) {
  if (!item.items.length) return nodeBox(item.node);
  const count = plural(item.count, model.words.thing);
  const label = item.node ? `${item.node.type} · ${count}` : count;
  const title = item.node ? shortened(item.node.title || item.node.ref, 34) : item.group;
  const width = Math.max(measure(title, TITLE_FONT), measure(label, TYPE_FONT)) + 54;
  return {
    id: item.id,
    kind: "container",
    item,
    node: item.node,
    title,
    label,
    isOpen,
    problem: isOpen ? "" : item.problem,
    w: Math.max(120, Math.ceil(width)),
    h: NODE_HEIGHT,
  };
}

function moreBox(id, count, data) {
  const title = `+ ${count.toLocaleString("en")} more`;
  return { id, kind: "more", title, label: "", w: measure(title, TITLE_FONT) + 34, h: 32, ...data };
}

// Lift each edge to the level where its ends are siblings; edges between the same two are one line.
function levelLines(model, shown, isShown) {
  const levels = new Map();
  for (const edge of model.edges) {
    if (edge.kind === CONTAINMENT || !isShown(edge.kind)) continue;
    const source = ancestors(model.tree.byRef.get(edge.source));
    const target = ancestors(model.tree.byRef.get(edge.target));
    let depth = 0;
    while (depth < source.length && depth < target.length && source[depth] === target[depth])
      depth++;
    const from = shown.get(source[depth]);
    const to = shown.get(target[depth]);
    // One may contain the other, or both are behind the same box.
    if (!from || !to || from === to) continue;
    const level = source[depth].parent;
    if (!levels.has(level)) levels.set(level, new Map());
    addLine(levels.get(level), from.id, to.id, edge);
  }
  return new Map([...levels].map(([item, lines]) => [item, [...lines.values()]]));
}

function ancestors(item) {
  const found = [];
  for (; item && item.parent; item = item.parent) found.unshift(item);
  return found;
}

function addLine(lines, source, target, edge) {
  const key = `${source}\n${target}`;
  let line = lines.get(key);
  if (!line) {
    line = { source, target, edges: [], kind: edge.kind };
    lines.set(key, line);
  }
  line.edges.push(edge);
  if (edge.refresh) line.refresh = true;
  if (edge.inCycle) line.inCycle = true;
}

// ---- the neighbourhood of a node

function drawNeighbourhood(model, ref, depth, limits, isShown) {
  const boxes = new Map([[ref, nodeBox(model.byRef.get(ref), { isSelected: true })]]);
  const lines = new Map();
  const extra = [];
  // What orders a container orders everything in it.
  const around = containersOf(model, ref).map((node) => node.ref);
  for (const each of around) boxes.set(each, nodeBox(model.byRef.get(each)));
  let border = [ref, ...around];
  for (let step = 0; step < depth && border.length; step++) {
    const next = [];
    for (const here of border)
      for (const isForward of [false, true]) {
        const all = neighbours(model, here, isForward, here === ref, isShown);
        const fresh = all.filter((each) => !boxes.has(each));
        const limit = limits.get(`${here} ${isForward}`) || MOST_NEIGHBOURS;
        const room = Math.max(0, MOST_SHOWN - boxes.size);
        const most = Math.min(fresh.length > limit + 2 ? limit : fresh.length, room);
        for (const each of fresh.slice(0, most)) {
          boxes.set(each, nodeBox(model.byRef.get(each)));
          next.push(each);
        }
        if (most < fresh.length)
          extra.push({ here, isForward, limit, rest: fresh.slice(most) });
      }
    border = next;
  }
  for (const each of boxes.keys())
    for (const edge of model.outgoing.get(each) || [])
      if (boxes.has(edge.target) && isShown(edge.kind) && isUseful(edge, ref, around))
        addLine(lines, edge.source, edge.target, edge);
  for (const { here, isForward, limit, rest } of extra) {
    const hidden = rest.filter((each) => !boxes.has(each));
    if (!hidden.length) continue;
    const of = `${here} ${isForward}`;
    const more = moreBox(`${of} …`, hidden.length, { of, limit });
    boxes.set(more.id, more);
    const [source, target] = isForward ? [here, more.id] : [more.id, here];
    addLine(lines, source, target, { kind: "more", source, target });
  }
  addRaces(model, boxes, lines);
  const shown = [...boxes.values()];
  const drawn = [...lines.values()];
  // What comes after a container comes after all of its contents: so it is on their right.
  const unseen = drawn
    .filter((line) => around.includes(line.source) && line.kind !== CONTAINMENT)
    .filter((line) => line.target !== ref && !around.includes(line.target))
    .filter((line) => !lines.has(`${ref}\n${line.target}`))
    .map((line) => ({ source: ref, target: line.target }));
  return { boxes: shown, lines: drawn, focus: ref, ...layoutLevel(shown, [...drawn, ...unseen]) };
}

// Most of a neighbourhood is in the same container: only the containers and the contents of the
// selected node tell more.
function isUseful(edge, ref, around) {
  if (edge.kind !== CONTAINMENT || edge.inCycle) return true;
  return edge.source === ref || edge.target === ref || around.includes(edge.target);
}

// Contents are followed from the selected node only: a container may hold everything.
function neighbours(model, ref, isForward, isSelected, isShown) {
  const edges = (isForward ? model.outgoing : model.incoming).get(ref) || [];
  const found = new Set();
  for (const edge of edges)
    if (isShown(edge.kind) && (edge.kind !== CONTAINMENT || !isForward || isSelected))
      found.add(isForward ? edge.target : edge.source);
  if (isSelected && isForward)
    for (const race of model.races)
      if (race.refs.includes(ref))
        for (const each of race.refs) if (each !== ref && model.byRef.has(each)) found.add(each);
  const rank = (each) => (model.problems.get(each) === "cycle" ? 0 : 1);
  return [...found].sort((a, b) => rank(a) - rank(b));
}

function addRaces(model, boxes, lines) {
  for (const race of model.races)
    for (let index = 1; index < race.refs.length; index++) {
      const [source, target] = [race.refs[index - 1], race.refs[index]];
      if (boxes.has(source) && boxes.has(target))
        addLine(lines, source, target, { source, target, kind: "race", text: race.what });
    }
}

// ---- the things that reasons order

function drawReasons(model, reasons) {
  const boxes = new Map();
  const lines = new Map();
  const visit = (reason) => {
    const { source, target } = reason;
    if (source && target && source !== target) {
      for (const ref of [source, target])
        if (!boxes.has(ref)) boxes.set(ref, nodeBox(model.byRef.get(ref) || namedNode(ref)));
      addLine(lines, source, target, reason);
    }
    (reason.because || []).forEach(visit);
  };
  reasons.forEach(visit);
  if (!boxes.size || boxes.size > MOST_SHOWN) return null;
  const shown = [...boxes.values()];
  const drawn = [...lines.values()];
  return { boxes: shown, lines: drawn, ...layoutLevel(shown, drawn) };
}

// Something that is not among the nodes of the page still has a name.
function namedNode(ref) {
  const at = ref.indexOf("[");
  return at < 0 ? { ref, type: "", title: ref } : { ref, type: ref.slice(0, at), title: ref.slice(at + 1, -1) };
}

// ---- lines as paths

// A line leaves a box in its middle, on the side where the other box is, and curves gently.
function pathOf(points) {
  let path = `M${points[0].x},${points[0].y}`;
  for (let index = 1; index < points.length; index++) {
    const [from, to] = [points[index - 1], points[index]];
    const middle = (from.x + to.x) / 2;
    path += `C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`;
  }
  return path;
}

// Two lines between the same boxes, there and back, lie beside each other.
function partFromOther(line) {
  const shift = line.source < line.target ? 7 : -7;
  line.points = line.points.map(({ x, y }) => ({ x, y: y + shift }));
}

function portedPoints(points, source, target) {
  const isForward = target.x >= source.x + source.w;
  const isBackward = target.x + target.w <= source.x;
  if (!isForward && !isBackward) return points;
  const inner = points.length > 3 ? points.slice(1, -1) : [];
  return [
    { x: source.x + (isForward ? source.w : 0), y: source.y + source.h / 2 },
    ...inner,
    { x: target.x + (isForward ? 0 : target.w), y: target.y + target.h / 2 },
  ];
}
