// The search field with its completions, and the help.

function Search({ model }) {
  const field = useRef(null);
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const found = useMemo(() => searchNodes(model, query, 12), [model, query]);
  const isShown = isOpen && query.trim() !== "";
  const choose = (node) => {
    setOpen(false);
    setQuery("");
    field.current.blur();
    go(routeTo("graph", node.ref));
  };
  const onKeyDown = (event) => {
    if (event.key === "ArrowDown") setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === "ArrowUp") setActive(Math.max(active - 1, 0));
    else if (event.key === "Enter" && found[active]) choose(found[active]);
    else if (event.key === "Escape") {
      setOpen(false);
      setQuery("");
      field.current.blur();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class="search">
    <input
      id="search"
      ref=${field}
      type="search"
      role="combobox"
      aria-label="Search"
      aria-expanded=${String(isShown)}
      aria-controls="completions"
      aria-autocomplete="list"
      aria-activedescendant=${isShown && found[active] ? `completion-${active}` : null}
      placeholder="Search"
      autocomplete="off"
      spellcheck=${false}
      value=${query}
      onInput=${(event) => {
        setQuery(event.target.value);
        setActive(0);
        setOpen(true);
      }}
      onFocus=${() => setOpen(true)}
      onBlur=${() => setOpen(false)}
      onKeyDown=${onKeyDown}
    />
    <kbd aria-hidden="true">/</kbd>
    <ul id="completions" role="listbox" aria-label="Completions" hidden=${!isShown}>
      ${found.map(
        (node, index) => html`<li
          key=${node.ref}
          id=${`completion-${index}`}
          role="option"
          aria-selected=${String(index === active)}
          onMouseDown=${(event) => event.preventDefault()}
          onClick=${() => choose(node)}
        >
          <span class="type">${node.type}</span> <span class="title"><${Marked} text=${node.title} query=${query} /></span>
        </li>`,
      )}
      ${!found.length && html`<li class="none">Nothing has that name.</li>`}
    </ul>
  </div>`;
}

function Marked({ text, query }) {
  const word = query.trim().split(/\s+/).pop().toLowerCase();
  const at = word ? text.toLowerCase().indexOf(word) : -1;
  if (at < 0) return text;
  const end = at + word.length;
  return html`${text.slice(0, at)}<mark>${text.slice(at, end)}</mark>${text.slice(end)}`;
}

const KEYS = [
  ["/", "search"],
  ["← ↑ → ↓", "walk over the graph or a list"],
  ["Enter", "select; open a closed container"],
  ["Space", "open or close a container"],
  ["[ ]", "show a smaller or larger neighbourhood"],
  ["+ − 0", "enlarge, reduce, show all"],
  ["a g t r p", "answer, graph, timeline, resources or promises, problems"],
  ["Alt ← →", "back and forward"],
  ["d", "light or dark"],
  ["Esc", "close; back to the whole graph"],
  ["?", "this help"],
];

function Help({ onClose }) {
  const dialog = useRef(null);
  useLayoutEffect(() => {
    dialog.current.showModal();
  }, []);
  return html`<dialog class="help" ref=${dialog} aria-label="Help" onClose=${onClose} onClick=${(event) => event.target === dialog.current && dialog.current.close()}>
    <h2>Keys</h2>
    <dl>
      ${KEYS.map(([keys, what]) => html`<div key=${keys}><dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${what}</dd></div>`)}
    </dl>
    <p>In the graph, what comes earlier is on the left. Drag to move it; turn the wheel to enlarge it. Each address of this page is a link to what it shows.</p>
    <form method="dialog"><button>Close</button></form>
  </dialog>`;
}
