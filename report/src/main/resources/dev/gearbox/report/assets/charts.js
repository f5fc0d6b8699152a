"use strict";
// The options of ECharts for each picture. Nothing here accesses the page: data, view and colours in, {option, height} out.
const Charts = (() => {
  const SHAPES = ["circle", "rect", "triangle", "diamond", "path://M0,0L10,0L5,9Z", "path://M3,0H7V3H10V7H7V10H3V7H0V3H3Z", "roundRect"];
  const DASHES = ["solid", "dashed", "dotted", [8, 3, 2, 3]];
  const VERDICT = {
    baseline: { colour: "base", shape: "diamond", hollow: false },
    better: { colour: "good", shape: "circle", hollow: false },
    worse: { colour: "bad", shape: "rect", hollow: false },
    equivalent: { colour: "plain", shape: "triangle", hollow: false },
    inconclusive: { colour: "plain", shape: "circle", hollow: true },
    invalid: { colour: "plain", shape: "rect", hollow: true },
  };
  const narrow = width => width < 560;

  // Tooltips are elements, so that a label is text whatever it contains.
  function tip(lines) {
    const box = document.createElement("div");
    box.className = "tip";
    lines.forEach((line, at) => {
      const row = document.createElement(at === 0 ? "strong" : "div");
      row.textContent = line;
      box.append(row);
    });
    return box;
  }

  function base(css, formatter) {
    return {
      animation: false,
      textStyle: { color: css.ink, fontFamily: css.font },
      tooltip: {
        trigger: "item", confine: true, backgroundColor: css.sheet, borderColor: css.rule,
        textStyle: { color: css.ink, fontSize: 13 }, formatter,
      },
    };
  }

  function axis(css, name, more) {
    return Object.assign({
      name, nameLocation: "middle", nameGap: 30, nameTextStyle: { color: css.soft },
      axisLine: { show: true, onZero: false, lineStyle: { color: css.soft } }, axisTick: { show: true, lineStyle: { color: css.soft } },
      axisLabel: { color: css.soft, hideOverlap: true }, splitLine: { lineStyle: { color: css.rule, type: "dotted" } },
    }, more);
  }

  // Rows by index on a value axis: bands and intervals need places between rows.
  function rows(css, labels, width, more) {
    return axis(css, "", Object.assign({
      type: "value", inverse: true, min: -0.5, max: labels.length - 0.5,
      axisTick: { show: false }, splitLine: { show: false },
      axisLabel: {
        color: css.ink, customValues: labels.map((label, at) => at), formatter: at => labels[at] ?? "",
        width, overflow: "breakAll", fontSize: 12, lineHeight: 14,
      },
    }, more));
  }

  // A legend in as many lines as it needs, so that the picture below it begins where it ends.
  function legend(css, names, width, itemWidth = 32) {
    let lines = 1, used = 0;
    names.forEach(name => {
      const wide = Math.min(name.length * 7.2, width - 70) + itemWidth + 24;
      if (used > 0 && used + wide > width) { lines++; used = 0; }
      used += wide;
    });
    return {
      height: lines * 24,
      option: {
        top: 0, left: 0, right: 0, data: names, itemWidth, itemHeight: 12, itemGap: 14,
        textStyle: { color: css.ink, fontSize: 12, width: width - 70, overflow: "truncate" },
      },
    };
  }

  // Room for the longest label, at most a share of the picture.
  function room(labels, width, share) {
    const longest = Math.max(...labels.map(label => label.length), 4);
    return Math.min(longest * 7 + 6, Math.round(width * share));
  }

  function colour(css, at) { return css["c" + (at % 8 + 1)]; }
  function look(css, at, hollow) {
    return {
      symbol: SHAPES[at % SHAPES.length],
      itemStyle: { color: hollow ? css.ground : colour(css, at), borderColor: colour(css, at), borderWidth: 2 },
      lineStyle: { color: colour(css, at), type: DASHES[Math.floor(at / 2) % DASHES.length], width: 2 },
    };
  }

  // 1, 2 and 5 of each decade that the values span, and the ends.
  function decades(values) {
    const known = values.filter(value => value > 0);
    let low = Math.min(...known), high = Math.max(...known);
    const places = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
      [1, 2, 5].forEach(step => places.push(Number((step * 10 ** power).toPrecision(6))));
    }
    const min = Math.max(...places.filter(place => place <= low)), max = Math.min(...places.filter(place => place >= high));
    const all = places.filter(place => place >= min && place <= max);
    return { min, max: max > min ? max : min * 2, values: all.length > 8 ? all.filter(place => /^(1|0\.0*1$)/.test(place)) : all };
  }

  function log(css, name, values, more) {
    const scale = decades(values);
    const { axisLabel, ...rest } = more || {};
    return axis(css, name, Object.assign({
      type: "log", min: scale.min, max: scale.max, minorTick: { show: false },
      axisTick: { show: true, customValues: scale.values, lineStyle: { color: css.soft } },
      axisLabel: Object.assign({ color: css.soft, hideOverlap: true, customValues: scale.values, formatter: short }, axisLabel),
    }, rest));
  }

  function short(value) {
    if (value >= 1e6) return Number((value / 1e6).toPrecision(3)) + " M";
    if (value >= 1e4) return Number((value / 1e3).toPrecision(3)) + " k";
    return String(Number(value.toPrecision(3)));
  }

  /** For an axis with a small range: as many decimals as distinguish its marks. */
  function within(low, high) {
    const decimals = Math.max(0, Math.min(6, 1 - Math.floor(Math.log10(high - low || 1))));
    return value => (Math.abs(value) >= 1e4 ? short(value) : String(Number(value.toFixed(decimals))));
  }

  function sorted(ranked, cell, sort) {
    const all = [...ranked.standings];
    const place = arm => cell.arms.findIndex(other => other.label === arm);
    if (sort === "named") all.sort((a, b) => place(a.arm) - place(b.arm));
    if (sort === "name") all.sort((a, b) => (a.arm < b.arm ? -1 : 1));
    return all;
  }

  // Runs of neighbours that share a letter.
  function bands(standings) {
    const found = [];
    const letters = new Set(standings.flatMap(place => [...place.ties]));
    letters.forEach(letter => {
      let from = -1;
      standings.forEach((place, at) => {
        const has = place.ties.includes(letter);
        if (has && from < 0) from = at;
        const next = standings[at + 1];
        if (has && !(next && next.ties.includes(letter))) {
          if (at > from) found.push({ letter, from, to: at });
          from = -1;
        }
      });
    });
    return found;
  }

  function ranking(cell, view, css, width) {
    const ranked = cell.rankings.find(one => one.metric === view.metric) || cell.rankings[0];
    const standings = sorted(ranked, cell, view.sort);
    const ratio = view.scale !== "value" && standings.every(place => place.ratio.value !== null);
    const of = place => (ratio ? place.ratio : place.value);
    const labels = standings.map(place => place.arm + (place.ties ? "  (" + place.ties + ")" : ""));
    const left = room(labels, width, 0.36), words = standings.map(place => of(place).text + "   " + place.words);
    const right = narrow(width) ? 14 : room(words, width, 0.42) + 16;
    const known = standings.filter(place => of(place).value !== null);
    const ends = known.flatMap(place => [of(place).value, of(place).low ?? of(place).value, of(place).high ?? of(place).value]);
    if (ratio) ends.push(1);
    const low = Math.min(...ends), high = Math.max(...ends), pad = (high - low || Math.abs(high) || 1) * 0.06;
    const middle = known.find(place => place.verdict === "baseline");
    const at = ratio ? 1 : middle && of(middle).value;
    const series = [];
    standings.forEach((place, row) => {
      const mark = VERDICT[place.verdict], paint = css[mark.colour], figure = of(place);
      if (figure.value === null) return;
      if (figure.low !== null && figure.high !== null && figure.high > figure.low) {
        series.push({
          type: "line", name: "interval", silent: true, symbol: "rect", symbolSize: [2, 18], showAllSymbol: true,
          data: [[figure.low, row], [figure.high, row]], itemStyle: { color: paint }, lineStyle: { color: paint, width: 2, type: "solid" },
        });
      }
      series.push({
        type: "scatter", name: place.arm, symbol: mark.shape, symbolSize: 11, z: 5, data: [[figure.value, row]],
        itemStyle: { opacity: 1, color: mark.hollow ? css.ground : paint, borderColor: paint, borderWidth: 2 }, place,
      });
    });
    if (series.length > 0) {
      series.push({
        type: "scatter", name: "bands", data: [], silent: true,
        markArea: {
          silent: true, itemStyle: { color: css.band, opacity: 0.16 },
          data: bands(standings).map(band => [{ yAxis: band.from - 0.46 }, { yAxis: band.to + 0.46 }]),
        },
        markLine: at === undefined ? undefined : {
          silent: true, symbol: "none", animation: false, label: { show: false },
          lineStyle: { color: css.soft, type: "dashed" }, data: [{ xAxis: at }],
        },
      });
    }
    const unit = ratio ? "times " + cell.baseline : ranked.unit;
    const option = Object.assign(base(css, item => {
      const place = standings[item.value[1]];
      return tip([place.arm, ranked.caption + ": " + place.value.text + " " + ranked.unit,
        "relative to " + cell.baseline + ": " + place.ratio.text, place.words + (place.ties ? "; ties: " + place.ties : "")]);
    }), {
      grid: { left: left + 12, right, top: 8, bottom: 48, outerBoundsMode: "none" },
      xAxis: axis(css, (narrow(width) ? unit : ranked.caption + (unit ? ", " + unit : "")) + (ranked.better === "low" ? "  ← better" : "  better →"),
        { type: "value", min: low - pad, max: high + pad, axisLabel: { color: css.soft, hideOverlap: true, formatter: within(low - pad, high + pad), showMinLabel: false, showMaxLabel: false } }),
      yAxis: [rows(css, labels, left)],
      series,
    });
    if (!narrow(width)) {
      option.yAxis.push(rows(css, words, right - 16, { position: "right", axisLine: { show: false } }));
      option.series.forEach(one => { one.yAxisIndex = 0; });
      option.series.push({ type: "scatter", name: "words", data: [], yAxisIndex: 1, silent: true });
    }
    return { option, height: standings.length * (narrow(width) ? 40 : 34) + 60, answer: ranked.answer };
  }

  function latency(cell, view, css, width) {
    const curves = cell.curves.find(one => one.kind === view.kind) || cell.curves[0];
    const points = curves.arms.flatMap(arm => arm.points);
    const last = Math.max(...points.map(point => point[0]));
    const marks = [1, 2, 10, 100, 1000, 10000, 100000, 1000000].filter(mark => mark <= last * 1.01);
    const share = mark => (mark === 2 ? "50" : mark === 1 ? "0" : String(Number((100 * (1 - 1 / mark)).toPrecision(8)))) + " %";
    const series = curves.arms.map(arm => {
      const at = cell.arms.findIndex(other => other.label === arm.arm);
      return Object.assign({
        type: "line", name: arm.arm, data: arm.points, showAllSymbol: true, emphasis: { focus: "series" },
        symbolSize: value => (marks.includes(value[0]) ? 9 : 0),
      }, look(css, at));
    });
    const floor = cell.quality.nullP99Micros;
    const values = points.map(point => point[1]);
    if (floor !== null && series.length > 0 && curves.kind !== "connect") {
      values.push(floor);
      series[0].markLine = {
        silent: true, symbol: "none", lineStyle: { color: css.soft, type: "dashed" }, data: [{ yAxis: floor }],
        label: { position: "insideEndBottom", color: css.soft, formatter: "p99 of a server that does nothing" },
      };
    }
    const names = legend(css, series.map(one => one.name), width);
    return {
      height: 320 + names.height,
      option: Object.assign(base(css, item => tip([item.seriesName, share(item.value[0]) + ": " + short(item.value[1]) + " µs"])), {
        legend: names.option,
        grid: { left: 62, right: 30, top: names.height + 14, bottom: 52, outerBoundsMode: "none" },
        xAxis: axis(css, "share of requests that were faster", {
          type: "log", min: 1, max: last, axisTick: { show: true, customValues: marks }, minorTick: { show: false },
          axisLabel: { color: css.soft, customValues: marks, hideOverlap: true, formatter: share },
        }),
        yAxis: log(css, "µs", values, { nameGap: 42 }),
        series,
      }),
    };
  }

  function order(cell, view, css, width) {
    const series = cell.completions.map(one => {
      const at = cell.arms.findIndex(other => other.label === one.arm);
      return Object.assign({ type: "line", name: one.arm, data: one.points, emphasis: { focus: "series" } }, look(css, at),
        { showSymbol: false });
    });
    const names = legend(css, series.map(one => one.name), width);
    return {
      height: 340 + names.height,
      option: Object.assign(base(css, item => tip([item.seriesName, short(item.value[0]) + " completed after " + short(item.value[1]) + " ms"])), {
        legend: names.option,
        grid: { left: 62, right: 30, top: names.height + 14, bottom: 52, outerBoundsMode: "none" },
        xAxis: axis(css, "completed", { type: "value", min: 0, max: Math.max(...cell.completions.map(one => one.whole)) }),
        yAxis: log(css, "ms", cell.completions.flatMap(one => one.points.map(point => point[1])), { nameGap: 42 }),
        series,
      }),
    };
  }

  function bars(css, labels, left, unit, series, width, formatter) {
    const names = legend(css, series.map(one => one.name), width, 20);
    return Object.assign(base(css, formatter), {
      aria: { enabled: true, label: { enabled: false }, decal: { show: true } },
      legend: names.option,
      grid: { left: left + 12, right: 34, top: names.height + 8, bottom: 48, outerBoundsMode: "none" },
      xAxis: axis(css, unit, { type: "value" }),
      yAxis: axis(css, "", {
        type: "category", inverse: true, data: labels, axisTick: { show: false }, splitLine: { show: false },
        axisLabel: { color: css.ink, interval: 0, width: left, overflow: "breakAll", fontSize: 12, lineHeight: 14 },
      }),
      series,
    });
  }

  function cost(cell, view, css, width) {
    const of = (metric, arm) => (cell.rankings.find(one => one.metric === metric)?.standings || []).find(place => place.arm === arm)?.value;
    const parts = [["user", "in the program (user)", "c1"], ["system", "in the kernel (system)", "c5"]];
    const arms = cell.arms.map(arm => arm.label).filter(arm => parts.some(([metric]) => of(metric, arm)?.value != null));
    if (arms.length === 0) return null;
    const total = arm => parts.reduce((sum, [metric]) => sum + (of(metric, arm)?.value ?? 0), 0);
    arms.sort((a, b) => total(a) - total(b));
    const left = room(arms, width, 0.36);
    const series = parts.map(([metric, name, paint]) => ({
      type: "bar", stack: "cpu", name, barMaxWidth: 20, data: arms.map(arm => of(metric, arm)?.value ?? null), itemStyle: { color: css[paint] },
    }));
    const option = bars(css, arms, left, "µs of CPU per request", series, width, item =>
        tip([arms[item.dataIndex], item.seriesName + ": " + (of(parts[item.seriesIndex][0], arms[item.dataIndex])?.text ?? "-") + " µs"]));
    return { height: arms.length * 32 + option.grid.top + 56, option };
  }

  function front(cell, view, css, width) {
    const spots = cell.front.spots;
    const most = Math.max(...spots.map(spot => spot.memory?.value ?? 0));
    const size = spot => (most > 0 && spot.memory?.value != null ? 10 + 26 * Math.sqrt(spot.memory.value / most) : 14);
    const series = [];
    const line = spots.filter(spot => spot.state === "front").sort((a, b) => a.cpu.value - b.cpu.value);
    series.push({
      type: "line", name: "front", silent: true, symbol: "none", z: 1, data: line.map(spot => [spot.cpu.value, spot.p99.value]),
      lineStyle: { color: css.soft, type: "dashed", width: 1.5 },
    });
    spots.forEach(spot => {
      const at = cell.arms.findIndex(arm => arm.label === spot.arm);
      const cross = (data, symbolSize) => series.push({
        type: "line", name: "interval", silent: true, symbol: "rect", symbolSize, data, z: 2,
        itemStyle: { color: colour(css, at) }, lineStyle: { color: colour(css, at), width: 1, type: "solid", opacity: 0.8 },
      });
      if (spot.cpu.low !== null) cross([[spot.cpu.low, spot.p99.value], [spot.cpu.high, spot.p99.value]], [1, 7]);
      if (spot.p99.low !== null) cross([[spot.cpu.value, spot.p99.low], [spot.cpu.value, spot.p99.high]], [7, 1]);
    });
    spots.forEach(spot => {
      const at = cell.arms.findIndex(arm => arm.label === spot.arm);
      series.push(Object.assign({
        type: "scatter", name: spot.arm, z: 5, symbolSize: size(spot), data: [[spot.cpu.value, spot.p99.value]], spot,
      }, look(css, at, spot.state !== "front"), { itemStyle: Object.assign(look(css, at, spot.state !== "front").itemStyle, { opacity: 0.9 }) }));
    });
    const names = legend(css, spots.map(spot => spot.arm), width, 12);
    const ends = key => spots.flatMap(spot => [spot[key].value, spot[key].low ?? spot[key].value, spot[key].high ?? spot[key].value]);
    const span = (key, spare) => {
      const low = Math.min(...ends(key)), high = Math.max(...ends(key)), pad = (high - low || high || 1) * spare;
      return { min: Math.max(0, low - pad), max: high + pad };
    };
    const axes = { showMinLabel: false, showMaxLabel: false, color: css.soft, hideOverlap: true, formatter: short };
    return {
      height: 340 + names.height,
      option: Object.assign(base(css, item => {
        const spot = spots.find(one => one.arm === item.seriesName);
        return tip([spot.arm, "CPU per request: " + spot.cpu.text + " µs", "p99: " + spot.p99.text + " µs",
          "memory: " + (spot.memory ? spot.memory.text + " MiB" : "not known"),
          spot.state === "front" ? "on the front" : spot.state + (spot.state === "dominated" ? " by " : " ") + spot.by.join(", ")]);
      }), {
        legend: names.option,
        grid: { left: 62, right: 30, top: names.height + 14, bottom: 50, outerBoundsMode: "none" },
        xAxis: axis(css, "← CPU per request, µs", Object.assign({ type: "value", axisLabel: axes }, span("cpu", 0.14))),
        yAxis: axis(css, "← p99, µs", Object.assign({ type: "value", nameGap: 46, axisLabel: axes }, span("p99", 0.16))),
        series,
      }),
    };
  }

  function causes(cell, view, css, width) {
    const of = arm => cell.causes.find(one => one.arm === arm);
    const second = of(view.minus) || of(cell.baseline) || cell.causes[0];
    const first = of(view.of) || cell.causes.find(one => one !== second) || second;
    const micros = (cause, name) => cause.categories.find(one => one.category === name)?.micros ?? 0;
    const names = [...new Set(cell.causes.flatMap(cause => cause.categories.map(one => one.category)))];
    const difference = name => micros(first, name) - micros(second, name);
    names.sort((a, b) => Math.abs(difference(b)) - Math.abs(difference(a)) || (a < b ? -1 : 1));
    const left = room(names, width, 0.4);
    const series = [["more in " + first.arm, "bad", value => value > 0], ["less in " + first.arm, "good", value => value <= 0]].map(([name, paint, which]) => ({
      type: "bar", name, stack: "difference", barMaxWidth: 18, itemStyle: { color: css[paint] },
      data: names.map(difference).map(value => (which(value) ? Number(value.toFixed(3)) : null)),
      label: { show: true, position: paint === "bad" ? "right" : "left", color: css.ink, formatter: item => (item.value === null ? "" : short(item.value)) },
    }));
    const option = bars(css, names, left, (narrow(width) ? "µs per request" : "µs of CPU per request: " + first.arm + " minus " + second.arm), series, width, item => {
      const name = names[item.dataIndex];
      return tip([name, first.arm + ": " + short(micros(first, name)) + " µs", second.arm + ": " + short(micros(second, name)) + " µs"]);
    });
    const values = names.map(difference), low = Math.min(0, ...values), high = Math.max(0, ...values), pad = (high - low || 1) * (narrow(width) ? 0.4 : 0.14);
    Object.assign(option.xAxis, { min: low - pad, max: high + pad });
    Object.assign(option.xAxis.axisLabel, { showMinLabel: false, showMaxLabel: false, formatter: short });
    return { height: names.length * 28 + option.grid.top + 56, option, pair: [first.arm, second.arm] };
  }

  function sweep(one, view, css, width) {
    const series = [];
    const xs = one.arms.flatMap(arm => arm.points.map(point => point.x).concat(arm.capacity?.value ?? []));
    const ys = one.arms.flatMap(arm => arm.points.map(point => point.cpu.value));
    const spread = Math.max(...xs) / Math.min(...xs.filter(x => x > 0)) > 20;
    one.arms.forEach((arm, at) => {
      arm.points.forEach(point => {
        if (point.cpu.low !== null && point.cpu.high !== null) {
          series.push({
            type: "line", name: "interval", silent: true, symbol: "rect", symbolSize: [9, 2], data: [[point.x, point.cpu.low], [point.x, point.cpu.high]],
            itemStyle: { color: colour(css, at) }, lineStyle: { color: colour(css, at), width: 1.5, type: "solid" },
          });
        }
      });
      if (arm.capacity?.value != null) {
        const level = arm.points[0].cpu.value;
        series.push({
          type: "line", name: "capacity", silent: true, symbol: "rect", symbolSize: value => (value[0] === arm.capacity.value ? [3, 14] : 0), showAllSymbol: true,
          data: [[arm.points[0].x, level], [arm.capacity.value, level]],
          itemStyle: { color: colour(css, at) }, lineStyle: { color: colour(css, at), width: 1.5, type: "dashed" },
        });
      }
      series.push(Object.assign({
        type: "line", name: arm.arm, symbolSize: 10, z: 5, showAllSymbol: true,
        data: arm.points.map(point => ({ value: [point.x, point.cpu.value], point, capacity: arm.capacity })),
      }, look(css, at)));
    });
    const names = legend(css, one.arms.map(arm => arm.arm), width);
    const low = Math.min(...xs), high = Math.max(...xs), pad = (high - low || high || 1) * 0.05;
    return {
      height: 290 + names.height,
      option: Object.assign(base(css, item => tip([item.seriesName, one.axis + ": " + short(item.value[0]),
        one.measure + ": " + item.data.point.cpu.text + " µs",
        item.data.capacity ? "highest sustainable rate: " + item.data.capacity.text : ""])), {
        legend: names.option,
        grid: { left: 62, right: 30, top: names.height + 14, bottom: 52, outerBoundsMode: "none" },
        xAxis: spread
          ? log(css, one.axis, xs, { min: low * 0.85, max: high * 1.18 })
          : axis(css, one.axis, { type: "value", min: Math.max(0, low - pad), max: high + pad, axisLabel: { color: css.soft, hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: short } }),
        yAxis: Math.max(...ys) / Math.min(...ys.filter(y => y > 0)) > 100
          ? log(css, one.measure + ", µs", ys, { nameGap: 42 })
          : axis(css, one.measure + ", µs", { type: "value", nameGap: 42, min: 0, axisLabel: { color: css.soft, formatter: short } }),
        series,
      }),
    };
  }

  return { ranking, order, latency, cost, front, causes, sweep };
})();
