// The views beside the graph: answer, timeline, resources, problems, source.

// ---- answer

// The answer to the question that the page was made for, with the things it orders drawn.
function Answer({ model }) {
  const { answer } = model;
  const drawing = useMemo(() => drawReasons(model, answer.reasons), [model]);
  return html`<div class="answer">
    <article>
      <p class="question">${answer.question.join(" ")}</p>
      <h2><${Sentence} model=${model} text=${answer.answer} /></h2>
      <${Reasons} model=${model} reasons=${answer.reasons} />
      ${answer.hint && html`<p class="hint"><b>hint</b> <${Sentence} model=${model} text=${answer.hint} /></p>`}
    </article>
    ${drawing &&
    html`<div class="drawing" style=${{ height: `${Math.min(drawing.h + 80, 360)}px` }}>
      <${Graph} model=${model} drawing=${drawing} selected="" label="What the reasons order" onBox=${(box) => go(routeTo("graph", box.id))} onToggle=${() => {}} />
    </div>`}
    ${answerPlaces(model, answer.reasons).map(
      (place) => html`<${Excerpt} key=${placeText(place)} model=${model} thing=${place} title="At" />`,
    )}
    ${(answer.tables || []).map((table, index) => html`<${Table} key=${index} model=${model} table=${table} />`)}
  </div>`;
}

// Return the first places that reasons name and that the page has the source of.
function answerPlaces(model, reasons) {
  const found = new Map();
  const visit = (reason) => {
    if (reason.line && reason.file in model.sources) found.set(placeText(reason), reason);
    (reason.because || []).forEach(visit);
  };
  reasons.forEach(visit);
  return [...found.values()].slice(0, 4);
}

function Table({ model, table }) {
  const [most, setMost] = useState(200);
  const isPrinting = useContext(Printing);
  const rows = isPrinting ? table.rows : table.rows.slice(0, most);
  return html`<section class="table">
    <h3>${table.title}</h3>
    <table>
      <thead><tr>${table.columns.map((name) => html`<th key=${name} scope="col">${name}</th>`)}</tr></thead>
      <tbody>
        ${rows.map((row, index) => html`<tr key=${index}>${row.map((cell, at) => html`<td key=${at}><${Cell} model=${model} text=${cell} /></td>`)}</tr>`)}
      </tbody>
    </table>
    ${table.rows.length > most && html`<button type="button" class="link" onClick=${() => setMost(most + 1000)}>show ${plural(table.rows.length - most, "more row")}</button>`}
  </section>`;
}

// Spaces in front show what is inside what.
function Cell({ model, text }) {
  const indent = text.length - text.trimStart().length;
  return html`<span style=${{ paddingLeft: `${indent}ch` }}><${Sentence} model=${model} text=${text.trimStart()} /></span>`;
}

// ---- timeline

function Timeline({ model, selected }) {
  const rows = useMemo(() => timelineRows(model), [model]);
  const [start, setStart] = useState(-1);
  const mine = useMemo(() => rows.findIndex((row) => row.step && row.step.ref === selected), [rows, selected]);
  if (!rows.length) return html`<p class="empty">This page has no timeline.</p>`;
  const most = Math.max(...model.phases.map((phase) => phase.steps.length), 1);
  return html`<div class="timeline">
    <ol class="strip" aria-label="Phases">
      ${model.phases.map((phase, index) => {
        const share = 1 + 6 * Math.sqrt(phase.steps.length / most);
        const at = rows.findIndex((row) => row.phase === phase);
        return html`<li key=${index} style=${{ flexGrow: share }}>
          <button type="button" onClick=${() => setStart(at)} title=${`${phase.name}: ${plural(phase.steps.length, "step")}`}>
            <span class="name">${phase.name}</span>
            <span class="count">${plural(phase.steps.length, "step")}</span>
            <${Ticks} phase=${phase} selected=${selected} />
          </button>
        </li>`;
      })}
    </ol>
    <${WindowedList}
      label="Steps"
      count=${rows.length}
      rowHeight=${30}
      start=${start >= 0 ? start : mine}
      isHeader=${(index) => Boolean(rows[index].phase)}
      onChoose=${(index) => {
        const { step } = rows[index];
        if (step && model.byRef.has(step.ref)) go(routeTo("timeline", step.ref));
      }}
      row=${(index) => html`<${TimelineRow} row=${rows[index]} model=${model} selected=${selected} />`}
    />
  </div>`;
}

function timelineRows(model) {
  const rows = [];
  for (const phase of model.phases) {
    rows.push({ phase });
    phase.steps.forEach((step, index) => rows.push({ step, number: index + 1 }));
  }
  return rows;
}

// Where the steps of the selected resource are in a phase.
function Ticks({ phase, selected }) {
  const count = phase.steps.length;
  const found = [];
  if (selected)
    phase.steps.forEach((step, index) => {
      if (step.ref === selected) found.push((100 * (index + 0.5)) / count);
    });
  return html`<span class="ticks" aria-hidden="true">
    ${found.map((at) => html`<i key=${at} style=${{ left: `${at}%` }}></i>`)}
  </span>`;
}

function TimelineRow({ row, model, selected }) {
  if (row.phase)
    return html`<h3>${row.phase.name} <span>${plural(row.phase.steps.length, "step")}</span></h3>`;
  const { step } = row;
  return html`<div class=${`step ${step.ref && step.ref === selected ? "chosen" : ""}`}>
    <span class="number">${row.number}</span>
    <span class="text">${step.text}</span>
    <${PlaceLink} thing=${step} model=${model} />
  </div>`;
}

// ---- resources

function Resources({ model, selected }) {
  const [filter, setFilter] = useState("");
  const [type, setType] = useState("");
  const rows = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    return model.nodes.filter(
      (node, index) =>
        (!type || node.type === type) && words.every((word) => model.texts[index].includes(word)),
    );
  }, [model, filter, type]);
  const mine = useMemo(() => rows.findIndex((node) => node.ref === selected), [rows, selected]);
  return html`<div class="resources">
    <div class="bar">
      <label>Filter <input type="search" value=${filter} onInput=${(event) => setFilter(event.target.value)} /></label>
      <label>Type
        <select value=${type} onChange=${(event) => setType(event.target.value)}>
          <option value="">all</option>
          ${model.types.map(([name, count]) => html`<option key=${name} value=${name}>${name} (${count})</option>`)}
        </select>
      </label>
      <span class="count" role="status">${plural(rows.length, model.words.thing)}</span>
    </div>
    <${WindowedList}
      label=${model.words.things}
      count=${rows.length}
      rowHeight=${34}
      start=${mine}
      onChoose=${(index) => go(routeTo("resources", rows[index].ref))}
      row=${(index) => {
        const node = rows[index];
        return html`<div class=${`resource ${node.ref === selected ? "chosen" : ""}`}>
          <span class="type"><i style=${{ background: typeColour(model, node.type) }}></i>${node.type}</span>
          <span class="title">${node.title}</span>
          <span class="badges"><${Badges} node=${node} model=${model} /></span>
          <${PlaceLink} thing=${node} model=${model} />
        </div>`;
      }}
    />
  </div>`;
}

function Badges({ node, model }) {
  const problem = model.problems.get(node.ref);
  return html`${node.status && html`<span class=${`badge status-${node.status}`}>${node.status}</span>`}
  ${problem && html`<span class=${`badge ${problem}`}>${problem}</span>`}`;
}

// ---- problems

function Problems({ model }) {
  if (!model.cycles.length && !model.races.length)
    return html`<p class="empty">No cycles and no races: everything that touches the same thing has an order.</p>`;
  return html`<div class="problems">
    ${model.cycles.map(
      (cycle, index) => html`<section key=${`cycle ${index}`} class="problem cycle">
        <h2>Cycle of ${plural(cycle.length, "step")}</h2>
        <ol>
          ${cycle.map((ref, at) => html`<${CycleStep} key=${at} model=${model} source=${ref} target=${cycle[(at + 1) % cycle.length]} />`)}
        </ol>
      </section>`,
    )}
    ${model.races.map(
      (race, index) => html`<section key=${`race ${index}`} class="problem race">
        <h2>Race for ${race.what}</h2>
        <p>They touch it, and nothing orders them:</p>
        <ul>
          ${race.refs.map((ref) => html`<li key=${ref}><${RefLink} model=${model} refName=${ref} /> <${PlaceLink} thing=${model.byRef.get(ref)} model=${model} /></li>`)}
        </ul>
      </section>`,
    )}
  </div>`;
}

function CycleStep({ model, source, target }) {
  const edge = edgesBetween(model, source, target)[0];
  return html`<li>
    <${RefLink} model=${model} refName=${source} /> comes before${" "}
    <${RefLink} model=${model} refName=${target} />
    ${edge && html` <span class="kind">${edge.kind}</span> <${PlaceLink} thing=${edge} model=${model} />`}
  </li>`;
}

// ---- source

function Source({ model, file, line }) {
  const lines = useMemo(() => (file in model.sources ? model.sources[file].split("\n") : null), [file]);
  if (!lines) return html`<p class="empty">This page has no text of ${file || "that file"}.</p>`;
  const marks = useMemo(() => {
    const found = new Map();
    for (const node of model.nodes) if (node.file === file && node.line) pushTo(found, node.line, node);
    return found;
  }, [file]);
  return html`<div class="source">
    <div class="bar"><strong>${file}</strong><span class="count">${plural(lines.length, "line")}</span></div>
    <${WindowedList}
      key=${file}
      label=${`Lines of ${file}`}
      count=${lines.length}
      rowHeight=${22}
      start=${line - 1}
      row=${(index) => html`<div class=${`code ${index + 1 === line ? "chosen" : ""}`}>
        <span class="number">${index + 1}</span>
        <code><${Code} text=${lines[index]} /></code>
        <span class="declared">${(marks.get(index + 1) || []).slice(0, 3).map((node) => html`<${RefLink} key=${node.ref} model=${model} refName=${node.ref} /> `)}</span>
      </div>`}
    />
  </div>`;
}

// Colours comments, strings, variables and words of a line; a text over several lines stays plain.
const TOKENS =
  /(#.*$)|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(\$(?:::)?[\w:]+|\$[({][\w:.[\]]+[)}])|\b(class|define|node|include|contain|require|inherits|if|elsif|else|unless|case|default|function|type|undef|true|false|bundle|body|agent|common|and|or|in|not)\b/g;

function Code({ text }) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    const name = match[1] ? "comment" : match[2] ? "string" : match[3] ? "variable" : "word";
    parts.push(html`<span class=${name}>${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}
