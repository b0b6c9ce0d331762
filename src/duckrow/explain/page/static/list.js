// A long list: only the rows in sight are elements of the page.

function WindowedList({ count, rowHeight, row, label, onChoose, isHeader, start = -1, className = "" }) {
  const frame = useRef(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const [active, setActive] = useState(Math.max(0, start));
  const isPrinting = useContext(Printing);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => frame.current && setHeight(frame.current.clientHeight));
    observer.observe(frame.current);
    setHeight(frame.current.clientHeight);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = frame.current;
    if (start < 0) return;
    setActive(start);
    const at = start * rowHeight;
    if (at < element.scrollTop || at + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = Math.max(0, at - element.clientHeight / 3);
    setTop(element.scrollTop);
  }, [start, count]);

  const first = isPrinting ? 0 : Math.max(0, Math.floor(top / rowHeight) - 8);
  const last = isPrinting ? Math.min(count, 4000) : Math.min(count, Math.ceil((top + height) / rowHeight) + 8);
  const move = (to, step) => {
    let next = Math.max(0, Math.min(count - 1, to));
    while (isHeader && isHeader(next) && next + step >= 0 && next + step < count) next += step;
    setActive(next);
    const element = frame.current;
    const at = next * rowHeight;
    if (at < element.scrollTop + rowHeight) element.scrollTop = at - rowHeight;
    else if (at + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = at + rowHeight - element.clientHeight;
  };
  const onKeyDown = (event) => {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in steps) move(active + steps[event.key], Math.sign(steps[event.key]));
    else if (event.key === "Home") move(0, 1);
    else if (event.key === "End") move(count - 1, -1);
    else if (event.key === "Enter" && onChoose) onChoose(active);
    else return;
    event.preventDefault();
  };
  const id = (index) => `row-${index}`;
  const rows = [];
  for (let index = first; index < last; index++)
    rows.push(
      html`<div
        key=${index}
        id=${id(index)}
        role=${isHeader && isHeader(index) ? "presentation" : "option"}
        aria-selected=${isHeader && isHeader(index) ? null : String(index === active)}
        aria-posinset=${index + 1}
        aria-setsize=${count}
        class=${`row ${index === active ? "active" : ""}`}
        style=${isPrinting ? {} : { top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
        onClick=${() => {
          setActive(index);
          if (onChoose) onChoose(index);
        }}
      >
        ${row(index)}
      </div>`,
    );
  return html`<div
    class=${`windowed ${className}`}
    ref=${frame}
    tabindex="0"
    role="listbox"
    aria-label=${label}
    aria-activedescendant=${active >= first && active < last ? id(active) : null}
    onScroll=${() => setTop(frame.current.scrollTop)}
    onKeyDown=${onKeyDown}
  >
    <div class="rows" style=${isPrinting ? {} : { height: `${count * rowHeight}px` }}>${rows}</div>
  </div>`;
}
