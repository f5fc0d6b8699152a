"use strict";
// The page's behaviour: the view is kept in the fragment of the address, so that a link restores it. No request is made.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const root = document.documentElement;
  // As buttons, initially the first available one: the result of a job is its duration.
  const FIRST = ["elapsed", "cpu", "p50", "p99", "capacity", "idle-resident", "resident"];
  const DEFAULTS = { workload: data.cells[0]?.id ?? "", metric: "", sort: "best", scale: "ratio", kind: "response", of: "", minus: "", theme: "system", at: "" };
  const charts = new Map();
  let view = read();

  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    const found = { ...DEFAULTS };
    Object.keys(DEFAULTS).forEach(key => { if (given.has(key)) found[key] = given.get(key); });
    const named = decodeURIComponent(location.hash.slice(1));
    if (data.cells.some(cell => cell.id === named)) { found.workload = named; found.at = named; }
    if (!data.cells.some(cell => cell.id === found.workload)) found.workload = DEFAULTS.workload;
    if (!["best", "named", "name"].includes(found.sort)) found.sort = DEFAULTS.sort;
    if (!["ratio", "value"].includes(found.scale)) found.scale = DEFAULTS.scale;
    if (!["system", "light", "dark"].includes(found.theme)) found.theme = DEFAULTS.theme;
    return found;
  }

  function hash(more) {
    const kept = new URLSearchParams();
    Object.entries({ ...view, at: "", ...more }).forEach(([key, value]) => { if (value && value !== DEFAULTS[key]) kept.set(key, value); });
    return "#" + kept.toString();
  }

  function choose(change) {
    view = { ...view, ...change, at: "" };
    history.replaceState(null, "", hash({}) === "#" ? location.pathname + location.search : hash({}));
    show();
  }

  const cellOf = id => data.cells.find(cell => cell.id === id);
  const current = () => cellOf(view.workload);

  const leading = rankings => FIRST.flatMap(metric => rankings.filter(one => one.metric === metric));

  function metric() {
    const rankings = current()?.rankings ?? [];
    return rankings.find(one => one.metric === view.metric) ?? leading(rankings)[0] ?? rankings[0];
  }

  function colours() {
    const style = getComputedStyle(root);
    const names = ["ground", "sheet", "ink", "soft", "rule", "good", "bad", "plain", "base", "band", ...[1, 2, 3, 4, 5, 6, 7, 8].map(at => "c" + at)];
    const found = Object.fromEntries(names.map(name => [name, style.getPropertyValue("--" + name).trim()]));
    return { ...found, font: style.fontFamily };
  }

  function draw(figure, width) {
    const plot = figure.querySelector(".plot"), kind = figure.dataset.picture;
    const subject = kind === "sweep" ? data.sweeps.find(sweep => sweep.id === figure.dataset.owner) : cellOf(figure.dataset.owner);
    const wide = width || plot.clientWidth;
    if (!wide) return;
    const asked = { ...view, metric: kind === "ranking" && subject.id === view.workload ? metric()?.metric : view.metric };
    const made = Charts[kind](subject, asked, colours(), wide);
    if (!made) { plot.hidden = true; return; }
    plot.style.height = made.height + "px";
    if (!charts.has(plot)) charts.set(plot, echarts.init(plot, null, { renderer: "svg", width: wide, height: made.height }));
    const chart = charts.get(plot);
    chart.resize({ width: wide, height: made.height });
    chart.setOption(made.option, { notMerge: true });
    plot.dataset.drawn = kind === "ranking" ? asked.metric : kind;
    if (kind === "ranking") {
      // If it is the first metric's, the header has it already.
      answer(figure, made.answer === subject.answer ? "" : made.answer);
      plot.setAttribute("aria-label", "Ranking. " + made.answer);
    }
    if (kind === "causes") pair(figure, subject, made.pair);
  }

  function answer(figure, text) {
    let line = figure.querySelector(".answer");
    if (!line) {
      line = document.createElement("p");
      line.className = "answer";
      figure.querySelector(".plot").before(line);
    }
    line.textContent = text;
  }

  function fill(select, options, value) {
    select.replaceChildren(...options.map(([key, text]) => new Option(text, key, false, key === value)));
    select.value = value;
  }

  function pair(figure, cell, [first, second]) {
    const place = figure.querySelector(".pair");
    const options = cell.causes.map(cause => [cause.arm, cause.arm]);
    if (!place.firstChild) {
      [["of", ""], ["minus", " minus "]].forEach(([key, before]) => {
        const label = document.createElement("label"), select = document.createElement("select");
        select.addEventListener("change", () => choose({ [key]: select.value }));
        label.append(before || "CPU of ", select);
        place.append(label);
      });
    }
    const selects = place.querySelectorAll("select");
    fill(selects[0], options, first);
    fill(selects[1], options, second);
  }

  function controls() {
    const rankings = current()?.rankings ?? [], chosen = metric()?.metric;
    const buttons = leading(rankings).map(one => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = { elapsed: "time", cpu: "CPU", capacity: "highest rate", resident: "memory", "idle-resident": "memory" }[one.metric] ?? one.caption;
      button.dataset.metric = one.metric;
      button.setAttribute("aria-pressed", String(one.metric === chosen));
      return button;
    });
    const set = document.querySelector(".metrics"), focused = document.activeElement?.dataset?.metric;
    set.querySelectorAll("button").forEach(button => button.remove());
    set.append(...buttons);
    buttons.find(button => button.dataset.metric === focused)?.focus();
    fill(document.querySelector("[data-view=metric]"), rankings.map(one => [one.metric, one.caption]), chosen ?? "");
    fill(document.querySelector("[data-view=workload]"), data.cells.map(cell => [cell.id, cell.title]), view.workload);
    document.querySelector(".workloads").hidden = data.cells.length < 2;
    ["scale", "sort", "theme"].forEach(key => { document.querySelector(`.controls [data-view=${key}]`).value = view[key]; });
    document.querySelectorAll("[data-view=kind]").forEach(select => {
      if ([...select.options].some(option => option.value === view.kind)) select.value = view.kind;
    });
  }

  function show() {
    if (view.theme === "system") delete root.dataset.theme; else root.dataset.theme = view.theme;
    document.querySelectorAll(".cell").forEach(cell => cell.classList.toggle("other", cell.id !== view.workload));
    document.querySelectorAll("[data-answer]").forEach(line => line.classList.toggle("chosen", line.dataset.answer === view.workload));
    controls();
    document.querySelectorAll(".keep").forEach(link => { link.setAttribute("href", hash({ at: link.closest("figure").id })); });
    document.querySelectorAll(".picture").forEach(figure => draw(figure));
  }

  async function copy(text) {
    const said = document.getElementById("said");
    try {
      await navigator.clipboard.writeText(text);
    } catch (refused) {
      // A fallback for browsers that give a file no clipboard.
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      if (!done) { said.textContent = "Could not copy (" + refused.name + "): " + text; return; }
    }
    said.textContent = "Copied " + text;
    setTimeout(() => { said.textContent = ""; }, 3000);
  }

  // On paper every workload is shown, drawn for the paper, with its tables open.
  let opened = [];
  function print(on) {
    if (on === Boolean(root.dataset.printing)) return;
    if (on) {
      root.dataset.printing = "yes";
      // The event fires before the print style applies, and the pictures take their colours now.
      root.dataset.theme = "light";
      opened = [...document.querySelectorAll("details:not([open])")];
      opened.forEach(one => { one.open = true; });
      document.querySelectorAll(".picture").forEach(figure => draw(figure, 660));
    } else {
      delete root.dataset.printing;
      opened.forEach(one => { one.open = false; });
      show();
    }
  }

  root.classList.add("scripted");
  document.querySelectorAll(".picture:not([data-picture=cost]) > details").forEach(table => { table.open = false; });
  document.querySelector(".controls").hidden = data.cells.length === 0;
  document.addEventListener("click", event => {
    const figure = event.target.closest("[data-copy]"), button = event.target.closest("[data-metric]"), chosen = event.target.closest("[data-choose]");
    if (figure) copy(figure.dataset.copy);
    if (button) choose({ metric: button.dataset.metric });
    if (chosen) { event.preventDefault(); choose({ workload: chosen.dataset.choose }); }
  });
  document.addEventListener("change", event => {
    const key = event.target.dataset.view;
    if (key) choose({ [key]: event.target.value });
  });
  window.addEventListener("hashchange", () => { view = read(); show(); place(); });
  window.addEventListener("resize", () => { if (!root.dataset.printing) show(); });
  window.addEventListener("beforeprint", () => print(true));
  window.addEventListener("afterprint", () => print(false));
  matchMedia("print").addEventListener("change", event => print(event.matches));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);

  function place() {
    const figure = view.at && document.getElementById(view.at);
    if (!figure) return;
    const article = figure.closest(".cell.other");
    if (article) { view.workload = article.id; show(); }
    figure.scrollIntoView();
  }

  show();
  place();
})();
