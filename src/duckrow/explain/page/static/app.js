// The page: reads the address, keeps what the reader has opened, and shows the views.

const Printing = createContext(false);
const View = createContext("graph");
const THEMES = ["auto", "light", "dark"];

function App({ model }) {
  const route = useRoute();
  const [opened, setOpened] = useState(() => firstOpened(model));
  const [limits, setLimits] = useState(() => new Map());
  const [hidden, setHidden] = useState(() => new Set());
  const [depth, setDepth] = useState(1);
  const [theme, setTheme] = useTheme();
  const [isHelp, setHelp] = useState(false);
  const isPrinting = usePrinting();
  const node = model.byRef.get(route.ref);
  const isMissing = Boolean(route.ref) && !node;
  const isShown = (kind) => !hidden.has(kind);
  const drawing = useMemo(
    () =>
      node
        ? drawNeighbourhood(model, node.ref, depth, limits, isShown)
        : drawMap(model, opened, limits, isShown),
    [model, node, depth, limits, hidden, opened],
  );
  const toggle = (box) => setOpened((old) => toggled(old, box.id));
  const onBox = (box) => {
    if (box.kind === "more") setLimits((old) => new Map(old).set(box.of, box.limit + STEP));
    else if (box.kind === "container" && (!box.isOpen || !box.node)) toggle(box);
    else go(routeTo("graph", box.node.ref));
  };
  const deselect = () => go(routeTo(route.view === "source" ? "graph" : route.view));
  useKeys({
    "/": () => document.getElementById("search").focus(),
    "?": () => setHelp(true),
    Escape: () => (route.ref || route.view === "source") && deselect(),
    "[": () => setDepth((old) => Math.max(1, old - 1)),
    "]": () => setDepth((old) => Math.min(4, old + 1)),
    a: () => model.answer && go(routeTo("answer", route.ref)),
    g: () => go(routeTo("graph", route.ref)),
    t: () => go(routeTo("timeline", route.ref)),
    r: () => go(routeTo("resources", route.ref)),
    p: () => model.hasProblems && go(routeTo("problems")),
    d: () => setTheme(isDark(theme) ? "light" : "dark"),
  });
  useEffect(() => {
    document.title = node ? `${node.ref} – ${model.title}` : model.title;
  }, [node]);
  return html`<${Printing.Provider} value=${isPrinting}><${View.Provider} value=${route.view}>
    <a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); document.getElementById("main").focus(); }}>Skip to the content</a>
    <${Header} model=${model} route=${route} theme=${theme} setTheme=${setTheme} onHelp=${() => setHelp(true)} />
    <main id="main" tabindex="-1" class=${node ? "split" : ""}>
      <section class="view" aria-label=${route.view}>
        ${isMissing && html`<p class="missing" role="alert">There is no ${route.ref} here. <a href=${routeTo("graph")}>Show everything</a></p>`}
        ${route.view === "answer" && model.answer && html`<${Answer} model=${model} />`}
        ${route.view === "graph" &&
        html`<${GraphBar} model=${model} node=${node} hidden=${hidden} setHidden=${setHidden} depth=${depth} setDepth=${setDepth} opened=${opened} setOpened=${setOpened} />
          <${Graph}
            key=${node ? "neighbourhood" : "map"}
            model=${model}
            drawing=${drawing}
            selected=${node ? node.ref : ""}
            label=${node ? `Neighbourhood of ${node.ref}` : "Containers and their order"}
            onBox=${onBox}
            onToggle=${toggle}
          />`}
        ${route.view === "timeline" && html`<${Timeline} model=${model} selected=${route.ref} />`}
        ${route.view === "resources" && html`<${Resources} model=${model} selected=${route.ref} />`}
        ${route.view === "problems" && html`<${Problems} model=${model} />`}
        ${route.view === "source" && html`<${Source} model=${model} file=${route.file} line=${route.line} />`}
      </section>
      ${node && html`<${Details} key=${node.ref} model=${model} node=${node} onClose=${deselect} />`}
    </main>
    ${isHelp && html`<${Help} onClose=${() => setHelp(false)} />`}
  <//><//>`;
}

// A single container is open from the start, and so is what it holds alone.
function firstOpened(model) {
  const found = new Set();
  let items = model.tree.root.items;
  while (items.length === 1 && items[0].items.length) {
    found.add(items[0].id);
    items = items[0].items;
  }
  return found;
}

function toggled(set, member) {
  const found = new Set(set);
  if (!found.delete(member)) found.add(member);
  return found;
}

function Header({ model, route, theme, setTheme, onHelp }) {
  const count = model.cycles.length + model.races.length;
  const tabs = [
    ...(model.answer ? [["answer", "Answer", ""]] : []),
    ["graph", "Graph", ""],
    ["timeline", "Timeline", ""],
    ["resources", model.words.things, model.nodes.length],
    ...(model.hasProblems ? [["problems", "Problems", count]] : []),
  ];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  return html`<header class="top">
    <h1><a href=${routeTo(model.answer ? "answer" : "graph")}>${model.title}</a></h1>
    <nav aria-label="Views">
      ${tabs.map(
        ([view, name, number]) => html`<a
          key=${view}
          href=${routeTo(view, view === "problems" ? "" : route.ref)}
          class=${view === "problems" && count ? "alarm" : ""}
          aria-current=${route.view === view ? "page" : null}
          >${name}${number !== "" && html` <span class="count">${number.toLocaleString("en")}</span>`}</a
        >`,
      )}
    </nav>
    <${Search} model=${model} />
    <button type="button" class="theme" onClick=${() => setTheme(next)} title="Light, dark, or as the system has it" aria-label=${`Theme: ${theme}; change to ${next}`}>
      <span aria-hidden="true">${{ auto: "◐", light: "☀", dark: "☾" }[theme]}</span> ${theme}
    </button>
    <button type="button" class="help-button" onClick=${onHelp} aria-label="Help" title="Help (?)">?</button>
  </header>`;
}

function GraphBar({ model, node, hidden, setHidden, depth, setDepth, opened, setOpened }) {
  const kinds = model.kinds.filter(([kind]) => node || kind !== CONTAINMENT);
  return html`<div class="bar">
    ${node
      ? html`<a class="button" href=${routeTo("graph")} title="Back to the whole graph (Esc)">← Everything</a>
          <label class="depth">Depth
            <input type="range" min="1" max="4" value=${depth} aria-valuetext=${plural(depth, "step")} onInput=${(event) => setDepth(Number(event.target.value))} />
            <output>${depth}</output>
          </label>`
      : html`<button type="button" class="button" onClick=${() => setOpened(firstOpened(model))} disabled=${opened.size <= firstOpened(model).size}>Close all</button>`}
    <fieldset class="kinds">
      <legend>${model.words.kinds}</legend>
      ${kinds.map(
        ([kind, count]) => html`<label key=${kind} class=${`chip kind-${kindClass(kind)}`} title=${plural(count, "edge")}>
          <input type="checkbox" checked=${!hidden.has(kind)} onChange=${() => setHidden((old) => toggled(old, kind))} />
          <svg width="26" height="8" aria-hidden="true"><path d="M1,4H25" /></svg>${kind}
        </label>`,
      )}
    </fieldset>
  </div>`;
}

// ---- state outside the components
//
// The page listens as soon as it is drawn, so these are effects of the layout.

function useRoute() {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useLayoutEffect(() => {
    const read = () => setRoute(parseRoute(location.hash));
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return route;
}

function useKeys(actions) {
  const latest = useRef(actions);
  latest.current = actions;
  useLayoutEffect(() => {
    const onKeyDown = (event) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (target.closest("input[type=search], select, dialog") && event.key !== "Escape") return;
      if (document.querySelector("dialog[open]")) return;
      if (event.key in DIRECTIONS && target === document.body) focusView();
      const action = latest.current[event.key];
      if (!action) return;
      action();
      event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

// The first arrow key goes to the graph or the list; the next ones walk over it.
function focusView() {
  const found = document.querySelector('.box[tabindex="0"], .windowed');
  if (found) found.focus({ preventScroll: true });
}

function isDark(theme) {
  return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

// The choice lasts where the browser lets a page store something.
function useTheme() {
  const [theme, setTheme] = useState(() => {
    try {
      return localStorage.getItem("duckrow-theme") || "auto";
    } catch {
      return "auto";
    }
  });
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("duckrow-theme", theme);
    } catch {
      // it lasts until the page is closed
    }
  }, [theme]);
  return [theme, setTheme];
}

// Paper shows all rows of a list. The browser prints as soon as the event is over, so there is no
// time to draw later.
function usePrinting() {
  const [isPrinting, setPrinting] = useState(false);
  useLayoutEffect(() => {
    const change = (value) => () => {
      preact.options.debounceRendering = (draw) => draw();
      setPrinting(value);
      preact.options.debounceRendering = undefined;
    };
    const [before, after] = [change(true), change(false)];
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return isPrinting;
}

const model = makeModel(JSON.parse(document.getElementById("data").textContent));
if (model.answer && !location.hash) history.replaceState(null, "", routeTo("answer"));
render(html`<${App} model=${model} />`, document.getElementById("page"));
