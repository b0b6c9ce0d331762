// What the page knows about one resource: its place, its reasons, its values, its neighbours.

function Details({ model, node, onClose }) {
  const heading = useRef(null);
  const incoming = useMemo(() => orderOf(model, node.ref, "incoming"), [node]);
  const outgoing = useMemo(() => orderOf(model, node.ref, "outgoing"), [node]);
  const contents = model.contents.get(node.ref) || [];
  const races = model.races.filter((race) => race.refs.includes(node.ref));
  const cycles = model.cycles.filter((cycle) => cycle.includes(node.ref));
  return html`<aside class="details" aria-label=${`About ${node.ref}`}>
    <header>
      <${Crumbs} model=${model} node=${node} />
      <h2 ref=${heading} tabindex="-1"><span class="type">${node.type}</span> ${node.title}</h2>
      <button type="button" class="close" onClick=${onClose} aria-label="Close" title="Close (Esc)">×</button>
      <div class="badges"><${Badges} node=${node} model=${model} /></div>
    </header>
    ${cycles.map((cycle, index) => html`<p key=${index} class="note cycle">It is in a <a href=${routeTo("problems")}>cycle of ${plural(cycle.length, "step")}</a>.</p>`)}
    ${races.map(
      (race, index) => html`<p key=${index} class="note race">
        It touches ${race.what}, as does${" "}
        ${race.refs.filter((ref) => ref !== node.ref).map((ref) => html`<${RefLink} key=${ref} model=${model} refName=${ref} /> `)}
        and nothing orders them.
      </p>`,
    )}
    <${Section} title=${model.words.why} count=${(node.why || []).length}>
      <${Reasons} model=${model} reasons=${node.why || []} />
    <//>
    ${node.file && html`<${Excerpt} model=${model} thing=${node} title=${model.words.at} />`}
    <${Section} title="Values" count=${(node.values || []).length}>
      <table class="values">
        <tbody>
          ${(node.values || []).map((value) => html`<${Value} key=${value.name} model=${model} value=${value} />`)}
        </tbody>
      </table>
    <//>
    <${Section} title=${model.words.before} count=${incoming.length}>
      <${Edges} key=${`in ${node.ref}`} model=${model} edges=${incoming} end="source" />
    <//>
    <${Section} title=${model.words.after} count=${outgoing.length}>
      <${Edges} key=${`out ${node.ref}`} model=${model} edges=${outgoing} end="target" />
    <//>
    <${Section} title="Contains" count=${contents.length}>
      <${Edges} key=${`held ${node.ref}`} model=${model} edges=${contents.map((each) => ({ target: each.ref, file: each.file, line: each.line }))} end="target" />
    <//>
  </aside>`;
}

// Return the edges of a node and, behind them, those of its containers, which order it too.
function orderOf(model, ref, direction) {
  const own = (each) => (model[direction].get(each) || []).filter((edge) => edge.kind !== CONTAINMENT);
  const through = containersOf(model, ref).flatMap((container) =>
    own(container.ref).map((edge) => ({ ...edge, through: container.ref })),
  );
  return [...own(ref), ...through];
}

function Section({ title, count, children }) {
  if (!count) return null;
  return html`<section>
    <h3>${title} ${count > 1 && html`<span class="count">${count.toLocaleString("en")}</span>`}</h3>
    ${children}
  </section>`;
}

function Crumbs({ model, node }) {
  const way = containersOf(model, node.ref).reverse();
  if (!way.length) return null;
  return html`<nav class="crumbs" aria-label="Containers">
    ${way.map((each, index) => html`${index > 0 && html`<span aria-hidden="true"> › </span>`}<${RefLink} key=${each.ref} model=${model} refName=${each.ref} />`)}
  </nav>`;
}

// ---- links

// A link keeps the view that is open.
function RefLink({ model, refName }) {
  const view = useContext(View);
  if (!model.byRef.has(refName)) return html`<span class="ref">${refName}</span>`;
  const there = view === "problems" || view === "source" ? "graph" : view;
  return html`<a class="ref" href=${routeTo(there, refName)}>${refName}</a>`;
}

function PlaceLink({ thing, model }) {
  if (!thing || !thing.file) return null;
  const text = shortPlace(thing);
  if (!(thing.file in model.sources)) return html`<span class="place" title=${placeText(thing)}>${text}</span>`;
  return html`<a class="place" href=${sourceRoute(thing)} title=${placeText(thing)} onClick=${(event) => event.stopPropagation()}>${text}</a>`;
}

// A sentence in which the resources that it names are links.
function Sentence({ model, text }) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(/[A-Z][\w:]*\[[^\]]*\]/g)) {
    if (!model.byRef.has(match[0])) continue;
    parts.push(text.slice(end, match.index));
    parts.push(html`<${RefLink} model=${model} refName=${match[0]} />`);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

// ---- reasons

function Reasons({ model, reasons, depth = 0 }) {
  return html`<ul class="reasons">
    ${reasons.map((each, index) => {
      const reason = typeof each === "number" ? model.reasons[each] : each;
      return html`<li key=${index}><${ReasonLine} model=${model} reason=${reason} depth=${depth} /></li>`;
    })}
  </ul>`;
}

function ReasonLine({ model, reason, depth }) {
  const line = html`<span class="kind">${reason.kind}</span>${" "}
    <${Sentence} model=${model} text=${reason.text || ""} /> <${PlaceLink} thing=${reason} model=${model} />`;
  if (!reason.because || !reason.because.length) return html`<div class="reason">${line}</div>`;
  return html`<details open=${depth < 3}>
    <summary class="reason">${line}</summary>
    <${Reasons} model=${model} reasons=${reason.because} depth=${depth + 1} />
  </details>`;
}

function Value({ model, value }) {
  const text = typeof value.value === "string" ? value.value : JSON.stringify(value.value);
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > 240 || text.split("\n").length > 6;
  const shown = isLong && !isWhole ? `${text.split("\n").slice(0, 6).join("\n").slice(0, 240)}…` : text;
  const reasons = value.reasons || [];
  return html`<tr>
    <th scope="row">${value.name.split(/(?<=_)/).map((part) => html`${part}<wbr />`)}</th>
    <td>
      <pre>${shown}</pre>
      ${isLong && html`<button type="button" class="link" onClick=${() => setWhole(!isWhole)}>${isWhole ? "less" : "show all"}</button>`}
      ${reasons.length > 0 && html`<${Reasons} model=${model} reasons=${reasons} depth=${2} />`}
    </td>
  </tr>`;
}

// ---- neighbours and source

function Edges({ model, edges, end }) {
  const [most, setMost] = useState(12);
  return html`<ul class="edges">
      ${edges.slice(0, most).map(
        (edge, index) => html`<li key=${index} class=${edge.inCycle ? "in-cycle" : ""}>
          <${RefLink} model=${model} refName=${edge[end]} />
          ${edge.kind && html` <span class=${`kind kind-${kindClass(edge.kind)}`}>${edge.kind}</span>`}
          ${edge.through && html` <span class="through">through <${RefLink} model=${model} refName=${edge.through} /></span>`}
          ${edge.refresh && html` <span class="kind" title="A change of the first refreshes the second">refresh</span>`}${" "}
          <${PlaceLink} thing=${edge} model=${model} />
        </li>`,
      )}
    </ul>
    ${edges.length > most && html`<button type="button" class="link" onClick=${() => setMost(most + 100)}>show ${(edges.length - most).toLocaleString("en")} more</button>`}`;
}

function Excerpt({ model, thing, title }) {
  const text = model.sources[thing.file];
  if (text === undefined || !thing.line)
    return html`<section><h3>${title}</h3><p><${PlaceLink} thing=${thing} model=${model} /></p></section>`;
  const lines = text.split("\n");
  const first = Math.max(0, thing.line - 4);
  return html`<section>
    <h3>${title} <${PlaceLink} thing=${thing} model=${model} /></h3>
    <div class="excerpt" role="group" aria-label="Source">
      ${lines.slice(first, thing.line + 5).map((line, index) => {
        const number = first + index + 1;
        return html`<div key=${number} class=${`code ${number === thing.line ? "chosen" : ""}`}>
          <span class="number">${number}</span><code><${Code} text=${line} /></code>
        </div>`;
      })}
    </div>
  </section>`;
}
