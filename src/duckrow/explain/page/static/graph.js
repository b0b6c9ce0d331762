// The graph: draws boxes and lines, moves and enlarges them, and lets the keyboard walk over them.

const SMALLEST = 0.15;
const LARGEST = 2.5;
const READABLE = 0.62; // below this a drawing is not shrunk to fit; it begins at what matters

function Graph({ drawing, model, onBox, onToggle, selected, label }) {
  const frame = useRef(null);
  const [view, setView] = useState({ x: 0, y: 0, scale: 1 });
  const [active, setActive] = useState("");
  const isPrinting = useContext(Printing);
  const fit = () => frame.current && setView(fittingView(frame.current, drawing));
  useLayoutEffect(() => {
    // A container that opens or closes stays where it is.
    const before = frame.current.anchor;
    const box = before && drawing.boxes.find((each) => each.id === before.id);
    frame.current.anchor = null;
    if (box) {
      setView((old) => ({
        ...old,
        x: before.x - box.x * old.scale,
        y: before.y - box.y * old.scale,
      }));
    } else fit();
    setActive((old) =>
      drawing.boxes.some((each) => each.id === old) ? old : drawing.focus || firstId(drawing),
    );
  }, [drawing]);
  useEffect(() => {
    const observer = new ResizeObserver(() => frame.current && !frame.current.isMoved && fit());
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [drawing]);
  useLayoutEffect(() => watchMoves(frame.current, setView), []);

  const keep = (box) => {
    frame.current.anchor = { id: box.id, x: view.x + box.x * view.scale, y: view.y + box.y * view.scale };
  };
  const choose = (box) => {
    if (box.kind !== "node") keep(box);
    onBox(box);
  };
  const toggle = (box) => {
    keep(box);
    onToggle(box);
  };
  const onKeyDown = (event) => {
    const here = drawing.boxes.find((box) => box.id === active);
    const direction = DIRECTIONS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (direction) {
      const next = here ? nearest(drawing.boxes, here, direction) : drawing.boxes[0];
      if (next) {
        setActive(next.id);
        setView((old) => broughtIntoView(frame.current, next, old));
        focusBox(frame.current, next.id);
      }
    } else if (event.key === "Enter" && here) choose(here);
    else if (event.key === " " && here) (here.kind === "container" ? toggle : choose)(here);
    else if (event.key === "+" || event.key === "=") zoomBy(1.25);
    else if (event.key === "-") zoomBy(0.8);
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const zoomBy = (factor) => {
    const { width, height } = frame.current.getBoundingClientRect();
    setView((old) => zoomed(old, factor, width / 2, height / 2));
  };
  const { x, y, scale } = view;
  return html`<div class="graph" ref=${frame} onKeyDown=${onKeyDown}>
    <svg
      role="group"
      aria-label=${label}
      viewBox=${isPrinting ? `-8 -8 ${drawing.w + 16} ${drawing.h + 16}` : null}
    >
      <${Markers} />
      <g class="canvas" transform=${isPrinting ? null : `translate(${x},${y}) scale(${scale})`}>
        ${drawing.boxes.filter((box) => box.isOpen).map(
          (box) => html`<rect
            key=${`frame ${box.id}`}
            class="frame"
            x=${box.x}
            y=${box.y}
            width=${box.w}
            height=${box.h}
            rx="10"
          />`,
        )}
        ${drawing.lines.map(
          (line) => html`<${Line} key=${`${line.source}\n${line.target}`} line=${line} selected=${selected} />`,
        )}
        ${drawing.boxes.map(
          (box) => html`<${Box}
            key=${box.id}
            box=${box}
            model=${model}
            isActive=${box.id === active}
            isSelected=${box.id === selected}
            onChoose=${() => {
              setActive(box.id);
              choose(box);
            }}
            onToggle=${() => toggle(box)}
            onFocus=${() => setActive(box.id)}
          />`,
        )}
      </g>
    </svg>
    <div class="zoom" role="group" aria-label="Zoom">
      <button type="button" onClick=${() => zoomBy(1.25)} aria-label="Enlarge" title="Enlarge (+)">+</button>
      <button type="button" onClick=${() => zoomBy(0.8)} aria-label="Reduce" title="Reduce (-)">−</button>
      <button type="button" onClick=${fit} aria-label="Show all" title="Show all (0)">⤢</button>
    </div>
  </div>`;
}

function firstId(drawing) {
  return drawing.boxes.length ? drawing.boxes[0].id : "";
}

// ---- boxes and lines

function Box({ box, model, isActive, isSelected, onChoose, onToggle, onFocus }) {
  const { node } = box;
  const problem = box.problem || (node && model.problems.get(node.ref)) || "";
  const classes = ["box", box.kind, isSelected && "selected", box.isOpen && "open", problem];
  if (node && node.status) classes.push(`status-${node.status}`);
  const height = box.isOpen ? HEADER_HEIGHT : box.h;
  const isContainer = box.kind === "container";
  const inset = isContainer ? 30 : 14;
  return html`<g
    class=${classes.filter(Boolean).join(" ")}
    transform=${`translate(${box.x},${box.y})`}
    tabindex=${isActive ? 0 : -1}
    role="button"
    aria-label=${boxLabel(box, problem, model)}
    aria-expanded=${isContainer ? String(Boolean(box.isOpen)) : null}
    aria-current=${isSelected ? "true" : null}
    data-id=${box.id}
    onClick=${onChoose}
    onFocus=${onFocus}
  >
    <title>${node ? [node.ref, placeText(node)].filter(Boolean).join("\n") : box.title}</title>
    <rect class="body" width=${box.w} height=${height} rx="8" />
    ${node && !box.isOpen && html`<rect class="stripe" x="0.5" y="7" width="4" height=${height - 14} rx="2" fill=${typeColour(model, node.type)} />`}
    ${isContainer &&
    html`<g class="chevron" onClick=${(event) => { event.stopPropagation(); onToggle(); }}>
      <rect class="hit" width="28" height=${height} />
      <path d=${box.isOpen ? "M10,12l5,6l5,-6z" : `M12,${height / 2 - 5}l6,5l-6,5z`} />
    </g>`}
    ${box.isOpen
      ? html`<text class="title" x=${inset} y="20">${box.title}<tspan class="type" dx="8">${box.label}</tspan></text>`
      : box.label
        ? html`<text class="type" x=${inset} y="16">${box.label}</text>
            <text class="title" x=${inset} y="32">${box.title}</text>`
        : html`<text class="title" x=${box.w / 2} y=${height / 2 + 4.5} text-anchor="middle">${box.title}</text>`}
    ${problem && html`<g class="sign"><circle cx=${box.w - 4} cy="4" r="8" /><text x=${box.w - 4} y="8" text-anchor="middle">${problem === "cycle" ? "↻" : "!"}</text></g>`}
  </g>`;
}

function boxLabel(box, problem, model) {
  if (box.kind === "more") return `Show ${box.title.replace("+ ", "")}`;
  const name = box.node ? box.node.ref : box.title;
  const words = [box.kind === "container" ? `${name}, ${plural(box.item.count, model.words.thing)}` : name];
  if (problem) words.push(problem === "cycle" ? "in a cycle" : "in a race");
  if (box.node && box.node.status) words.push(box.node.status);
  return words.join(", ");
}

function Line({ line, selected }) {
  const classes = ["line", `kind-${kindClass(line.kind)}`];
  if (line.inCycle) classes.push("cycle");
  if (selected && (line.source === selected || line.target === selected)) classes.push("near");
  const middle = middleOf(line.points);
  const marker = line.kind === "race" ? null : `url(#arrow-${line.inCycle ? "cycle" : kindClass(line.kind)})`;
  return html`<g class=${classes.join(" ")}>
    <title>${lineTitle(line)}</title>
    <path class="wide" d=${pathOf(line.points)} />
    <path d=${pathOf(line.points)} marker-end=${marker} />
    ${line.edges.length > 1 && html`<text x=${middle.x} y=${middle.y - 4} text-anchor="middle">${line.edges.length}</text>`}
  </g>`;
}

function middleOf(points) {
  const half = points.length / 2;
  const [one, other] = [points[Math.ceil(half) - 1], points[Math.floor(half)]];
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function lineTitle(line) {
  const texts = line.edges.slice(0, 12).map((edge) => {
    if (edge.kind === "more") return "more that is not shown";
    if (edge.kind === "race") return `${edge.source} and ${edge.target} touch ${edge.text}, and nothing orders them`;
    return `${edge.source} → ${edge.target}\n  ${[edge.kind, placeText(edge)].filter(Boolean).join(", ")}`;
  });
  if (line.edges.length > 12) texts.push(`and ${line.edges.length - 12} more`);
  return texts.join("\n");
}

const KINDS = ["require", "before", "notify", "subscribe", "arrow", "containment", "automatic", "stage"];

// Kinds that look like another one; those of policies never meet those of catalogs.
const LOOKS = {
  "notify arrow": "notify",
  call: "arrow",
  class: "notify",
  variable: "before",
  depends_on: "require",
  race: "race",
  more: "more",
};

function kindClass(kind) {
  if (kind in LOOKS) return LOOKS[kind];
  if (/^auto/.test(kind)) return "automatic";
  return KINDS.includes(kind) ? kind : "other";
}

function Markers() {
  return html`<defs>
    ${[...KINDS, "other", "more", "cycle"].map(
      (kind) => html`<marker id=${`arrow-${kind}`} class=${`kind-${kind}`} viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">
        <path d="M0,0.5L10,5L0,9.5z" />
      </marker>`,
    )}
  </defs>`;
}

// ---- moving

function fittingView(frame, drawing) {
  const { width: outer, height } = frame.getBoundingClientRect();
  const width = outer - 36; // the buttons are beside it
  const margin = 28;
  const whole = Math.min(
    (width - 2 * margin) / Math.max(drawing.w, 1),
    (height - 2 * margin) / Math.max(drawing.h, 1),
  );
  frame.isMoved = false;
  const scale = Math.min(1.15, Math.max(whole, READABLE));
  const focus = drawing.boxes.find((box) => box.id === drawing.focus);
  const along = (size, length, from, extent) => {
    if (length * scale <= size - 2 * margin) return (size - length * scale) / 2;
    const centred = focus ? size / 2 - (from + extent / 2) * scale : margin;
    return Math.min(margin, Math.max(size - margin - length * scale, centred));
  };
  return {
    x: along(width, drawing.w, focus ? focus.x : 0, focus ? focus.w : 0),
    y: along(height, drawing.h, focus ? focus.y : 0, focus ? focus.h : 0),
    scale,
  };
}

function zoomed(view, factor, x, y) {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio };
}

function watchMoves(frame, setView) {
  const onWheel = (event) => {
    event.preventDefault();
    frame.isMoved = true;
    const { left, top } = frame.getBoundingClientRect();
    if (event.ctrlKey || !event.shiftKey)
      setView((old) =>
        zoomed(old, Math.exp(-event.deltaY * 0.0016), event.clientX - left, event.clientY - top),
      );
    else setView((old) => ({ ...old, x: old.x - event.deltaX - event.deltaY, y: old.y }));
  };
  let start = null;
  const onDown = (event) => {
    if (event.button !== 0 || event.target.closest(".zoom")) return;
    start = { x: event.clientX, y: event.clientY, isMoved: false };
  };
  const onMove = (event) => {
    if (!start) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!start.isMoved && Math.abs(dx) + Math.abs(dy) < 5) return;
    start = { x: event.clientX, y: event.clientY, isMoved: true };
    frame.isMoved = true;
    frame.classList.add("moving");
    setView((old) => ({ ...old, x: old.x + dx, y: old.y + dy }));
  };
  const onUp = () => {
    // The click that ends a move chooses nothing.
    if (start && start.isMoved)
      frame.addEventListener("click", stopEvent, { capture: true, once: true });
    setTimeout(() => frame.removeEventListener("click", stopEvent, { capture: true }));
    start = null;
    frame.classList.remove("moving");
  };
  frame.addEventListener("wheel", onWheel, { passive: false });
  frame.addEventListener("pointerdown", onDown);
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  return () => {
    window.removeEventListener("pointermove", onMove);
    window.removeEventListener("pointerup", onUp);
  };
}

function stopEvent(event) {
  event.stopPropagation();
  event.preventDefault();
}

// ---- the keyboard

const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

// Return the nearest box in a direction; what lies aside counts more than what lies ahead.
function nearest(boxes, here, [dx, dy]) {
  const middle = (box) => ({ x: box.x + box.w / 2, y: box.y + (box.isOpen ? HEADER_HEIGHT : box.h) / 2 });
  const from = middle(here);
  let best = null;
  let least = Infinity;
  for (const box of boxes) {
    if (box === here) continue;
    const to = middle(box);
    const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    if (ahead <= 4) continue;
    const distance = ahead + aside * 2.5;
    if (distance < least) [best, least] = [box, distance];
  }
  return best;
}

function broughtIntoView(frame, box, view) {
  const { width, height } = frame.getBoundingClientRect();
  const shift = (at, size, whole) => {
    if (at < 20) return 20 - at;
    return at + size > whole - 20 ? whole - 20 - at - size : 0;
  };
  const x = view.x + box.x * view.scale;
  const y = view.y + box.y * view.scale;
  return {
    ...view,
    x: view.x + shift(x, box.w * view.scale, width),
    y: view.y + shift(y, Math.min(box.h, NODE_HEIGHT) * view.scale, height),
  };
}

function focusBox(frame, id) {
  const found = [...frame.querySelectorAll(".box")].find((each) => each.dataset.id === id);
  if (found) found.focus({ preventScroll: true });
}
