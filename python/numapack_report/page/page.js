// SPDX-License-Identifier: BSD-3-Clause
// Draws the pictures when they come into view, walks them by keyboard, makes large tables, copies tables.
"use strict";
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  // Paper: what a sheet of A4 or Letter leaves between a printer's margins, in CSS pixels.
  const paperWidth = 680;
  let printing = false;
  const roomOf = (place) => printing ? paperWidth : place.clientWidth;

  const unpack = async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };

  const figures = new Map();  // by the picture's name, once read
  const read = async (name) => {
    if (!figures.has(name)) {
      const source = document.getElementById(`${name}-data`);
      const text = source.className === "packed" ? await unpack(source.textContent) : source.textContent;
      figures.set(name, JSON.parse(text));
    }
    return figures.get(name);
  };

  let library = null;
  const plotly = () => library ??= (async () => {
    const script = document.createElement("script");
    script.textContent = await unpack(document.getElementById("plotly-source").textContent);
    document.head.append(script);
    return window.Plotly;
  })();

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // Labels of so many of the rows or columns as there is room for.
  const ticks = (axis, labels, room, upright) => {
    let step = 1;
    const short = labels.map((label) => label.replace(/^CPU /, ""));
    const wide = Math.max(...short.map((label) => label.length)) > 4 && !upright ? 2 : 1;
    while (labels.length / step > room / wide) step *= 2;
    axis.tickvals = labels.map((_, i) => i).filter((i) => i % step === 0);
    axis.ticktext = axis.tickvals.map((i) => short[i]);
  };

  // A label in at most two lines of so many letters; what is said on pointing, and the table, have all of it.
  const folded = (label, letters) => {
    if (label.length <= letters) return label;
    if (label.startsWith("/")) label = `…${label.slice(label.lastIndexOf("/"))}`;
    if (label.length <= letters) return label;
    const at = Math.max(label.lastIndexOf(" ", letters), label.lastIndexOf("/", letters - 1) + 1);
    const cut = at > letters / 3 ? at : letters;
    const rest = label.slice(cut).trim();
    return `${label.slice(0, cut).trim()}<br>${rest.length > letters ? `${rest.slice(0, letters - 1)}…` : rest}`;
  };

  // The layout with the page's colours, and as wide as its place.
  const painted = (figure, place) => {
    const layout = structuredClone(figure.layout);
    const text = printing ? "#16202c" : colour("--text"), grid = printing ? "#dfe3e8" : colour("--grid");
    const heat = figure.data[0]?.type === "heatmap";
    const width = Math.min(roomOf(place), figure.meta.most_width ?? Infinity);
    layout.width = width;
    layout.height = figure.meta.aspect ? Math.max(260, Math.min(width * figure.meta.aspect + 40, 900)) : figure.meta.height;
    layout.paper_bgcolor = "rgba(0,0,0,0)";
    layout.plot_bgcolor = heat ? (printing ? "#c9ccd1" : colour("--hole")) : "rgba(0,0,0,0)";
    layout.font = {color: text, size: 12, family: "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"};
    for (const axis of [layout.xaxis, layout.yaxis]) {
      if (axis) Object.assign(axis, {gridcolor: grid, linecolor: grid, tickcolor: grid});
    }
    for (const shape of layout.shapes ?? []) {
      shape.line.color ??= shape.name === "edge" ? (printing ? "#ffffff" : colour("--ground")) : text;
    }
    if (heat) {
      ticks(layout.xaxis, figure.data[0].x, (width - 110) / 30);
      ticks(layout.yaxis, figure.data[0].y, (layout.height - 80) / 15, true);
    }
    if (figure.data[0]?.type === "bar") {
      layout.yaxis.ticktext = figure.layout.yaxis.ticktext.map((label) => folded(label, Math.max(14, Math.floor(width * 0.3 / 6.5))));
    }
    layout.hoverlabel = {bgcolor: printing ? "#ffffff" : colour("--raised"), bordercolor: text, font: {color: text}};
    if (width < 520) {
      if (layout.yaxis?.title && heat) layout.yaxis.title = {text: ""};
      if (layout.legend) layout.legend.font = {size: 10};
    }
    return layout;
  };

  const drawn = new Set();
  const draw = async (place) => {
    const name = place.closest("figure").id;
    const [figure, Plotly] = [await read(name), await plotly()];
    drawn.add(place);
    place.style.minHeight = "";
    const data = figure.data;
    for (const trace of data) if (trace.colorbar) trace.showscale = roomOf(place) >= 520;
    const room = roomOf(place) / Math.max(1, data[0].x?.length ?? 1);
    const text = printing ? "#16202c" : colour("--text");
    for (const trace of data) {
      if (trace.meta === "cells") trace.visible = room > 30;
      if (trace.meta === "holes") {
        trace.marker.line.color = text;
        trace.marker.size = Math.max(2, Math.min(6, room / 2));
      }
      if (trace.error_x) trace.error_x.color = text;
      // The darkest colours stand out from a dark page by their edge alone.
      if (trace.type === "bar") trace.marker.line = {color: text, width: 0.7};
      if (trace.type === "sankey") trace.node.line = {color: text, width: 0.7};
    }
    await Plotly.react(place, data, painted(figure, place), {displayModeBar: false, responsive: false});
  };

  const places = [...document.querySelectorAll(".chart")];
  const fail = (place, error) => {
    console.error(place.closest("figure").id, error);
    drawn.delete(place);
    place.style.minHeight = "";
    place.textContent = `This browser cannot draw the picture (${error.message}); its table is below.`;
  };
  const drawOrSay = (place) => draw(place).catch((error) => fail(place, error));
  const redraw = () => [...drawn].forEach(drawOrSay);
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) {
      watcher.unobserve(entry.target);
      drawOrSay(entry.target);
    }
  }, {rootMargin: "400px"});
  places.forEach((place) => watcher.observe(place));

  // A printer waits for no promise but those that are kept already: all that drawing takes is unpacked in good time.
  const unpackAll = async () => {
    await plotly();
    for (const place of places) await read(place.closest("figure").id);
    document.documentElement.dataset.printable = "";
  };
  (window.requestIdleCallback ?? setTimeout)(() => unpackAll().catch(() => {}));  // drawing says what is wrong

  dark.addEventListener("change", redraw);
  let width = innerWidth, timer = 0;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    clearTimeout(timer);
    timer = setTimeout(redraw, 120);
  });
  addEventListener("beforeprint", () => { printing = true; places.forEach(drawOrSay); });
  addEventListener("afterprint", () => { printing = false; redraw(); });

  // A number as people read it: four digits.
  const show = (value) => value === null ? "–" : typeof value !== "number" ? String(value)
    : Number.isInteger(value) ? value.toLocaleString("en") : String(Number(value.toPrecision(4)));

  // The words and values of a picture as a grid: from its table, or from its data where the table is large.
  const grids = new Map();
  const gridOf = async (name) => {  // a picture, or a table of its own
    if (grids.has(name)) return grids.get(name);
    const table = document.getElementById(`${name}-table`) ?? document.getElementById(name);
    let grid;
    if (table?.rows?.length) {
      const text = (cell) => cell.textContent, value = (cell) => cell.querySelector("data")?.value ?? (cell.className === "hole" ? "" : cell.textContent);
      const [head, ...rows] = [...table.rows].map((row) => [...row.cells]);
      grid = {columns: head.map(text), rows: rows.map((row) => row.map(text)), exact: rows.map((row) => row.map(value))};
    } else {
      const figure = await read(name), {x, y, z} = figure.data[0], {corner, unit} = figure.meta.table;
      grid = {columns: [corner, ...x.map((label) => unit ? `${label}, ${unit}` : label)],
        rows: z.map((row, i) => [y[i], ...row.map(show)]), exact: z.map((row, i) => [y[i], ...row.map((cell) => cell ?? "")])};
    }
    grids.set(name, grid);
    return grid;
  };

  // Where a cell of the table is in the picture, for its hover.
  const pointOf = (figure, grid, row, column) => {
    const {kind, per} = figure.meta.walk, data = figure.data;
    if (kind === "matrix") return {curveNumber: 0, pointNumber: [row, column - 1]};
    if (kind === "names") {
      const found = [];
      data[0].text.forEach((names, i) => names.forEach((name, j) => { if (name) found.push([i, j]); }));
      return {curveNumber: 0, pointNumber: found[row]};
    }
    if (kind === "curves") {
      const curve = Math.floor((column - 1) / per), at = data[curve].x.indexOf(Number(grid.exact[row][0]));
      return at < 0 ? null : {curveNumber: curve, pointNumber: at};
    }
    if (kind === "bars") {
      let curve = 0, first = 1;
      while (column >= first + per[curve]) first += per[curve++];
      return {curveNumber: curve, pointNumber: row};
    }
    return null;
  };

  const at = new Map();
  const walk = async (place, key) => {
    const name = place.closest("figure").id;
    const [grid, figure] = [await gridOf(name), await read(name)];
    const rows = grid.rows.length, columns = grid.columns.length;
    let [row, column] = at.get(name) ?? [0, 0];
    if (!at.has(name)) [row, column] = [0, Math.min(1, columns - 1)];
    else if (key === "ArrowDown") row = Math.min(row + 1, rows - 1);
    else if (key === "ArrowUp") row = Math.max(row - 1, 0);
    else if (key === "ArrowRight") column = Math.min(column + 1, columns - 1);
    else if (key === "ArrowLeft") column = Math.max(column - 1, Math.min(1, columns - 1));
    else if (key === "Home") column = Math.min(1, columns - 1);
    else if (key === "End") column = columns - 1;
    at.set(name, [row, column]);
    document.getElementById(`${name}-at`).textContent = `${grid.rows[row][0]}; ${grid.columns[column]}: ${grid.rows[row][column]}`;
    const point = drawn.has(place) ? pointOf(figure, grid, row, column) : null;
    try { if (point) window.Plotly.Fx.hover(place, [point]); } catch { /* a hole has no point */ }
  };
  const keys = new Set(["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "Home", "End"]);
  for (const place of places) {
    place.addEventListener("keydown", (event) => {
      if (!keys.has(event.key) || event.target !== place) return;
      event.preventDefault();
      walk(place, event.key);
    });
    place.addEventListener("blur", () => {
      if (drawn.has(place)) try { window.Plotly.Fx.unhover(place); } catch { /* nothing was shown */ }
    });
  }

  // Large tables are made when they are opened, some rows at a time.
  const make = async (details) => {
    const later = details.querySelector(".later");
    if (!later) return;
    later.className = "scroll";
    const name = details.dataset.for.replace(/-table$/, ""), grid = await gridOf(name), figure = await read(name);
    const table = document.createElement("table");
    table.id = details.dataset.for;
    table.createCaption().textContent = figure.meta.table.caption;
    later.tabIndex = 0;
    later.setAttribute("role", "region");
    later.setAttribute("aria-label", figure.meta.table.caption);
    const head = table.createTHead().insertRow();
    for (const text of grid.columns) head.append(Object.assign(document.createElement("th"), {scope: "col", textContent: text}));
    const body = table.createTBody();
    later.append(table);
    for (let row = 0; row < grid.rows.length; ++row) {
      const line = body.insertRow();
      line.append(Object.assign(document.createElement("th"), {scope: "row", textContent: grid.rows[row][0]}));
      for (let column = 1; column < grid.columns.length; ++column) {
        const cell = line.insertCell();
        cell.className = grid.exact[row][column] === "" ? "hole" : "number";
        cell.textContent = grid.rows[row][column];
      }
      if (row % 24 === 23) await new Promise((done) => setTimeout(done));
    }
  };
  for (const details of document.querySelectorAll("details.table")) {
    details.addEventListener("toggle", () => { if (details.open) make(details); });
  }

  const quoted = (text) => /[",\n]/.test(text) ? `"${String(text).replaceAll('"', '""')}"` : text;
  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = Object.assign(document.createElement("textarea"), {value: text});
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };
  for (const button of document.querySelectorAll("button.copy")) {
    button.addEventListener("click", async () => {
      const grid = await gridOf(button.dataset.table.replace(/-table$/, "")).catch(() => null) ?? await gridOf(button.dataset.table);
      await copied([grid.columns, ...grid.exact].map((row) => row.map(quoted).join(",")).join("\n") + "\n");
      const before = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = before; }, 1500);
    });
  }
})();
