import type { BenchmarkDocument } from "../bench-worker/document.ts";
import type { FromPanel, ShowMessage, ToPanel } from "../bench-worker/panel-messages.ts";
import type { Actions } from "./actions.ts";
import { readTheme, type ChartTheme } from "./chart/theme.ts";
import { element } from "./dom.ts";
import { amongGallery } from "./model/among-gallery.ts";
import { comparison } from "./model/comparison.ts";
import { Corrections } from "./model/corrections.ts";
import { asEnded, cameToNothing } from "./model/ended.ts";
import { fakes, problems, warnings } from "./model/notes.ts";
import { scenarios } from "./model/scenario.ts";
import { legend, memoryChart, timeChart } from "./model/series.ts";
import { stacksAbsence, stackView } from "./model/stack-view.ts";
import { comparisonView } from "./model/verdicts.ts";
import { afterMessage, toggled, type PanelState, type Ui } from "./panel-state.ts";
import { chartFigure } from "./sections/chart-figure.ts";
import { comparisonTable } from "./sections/comparison-table.ts";
import { facts } from "./sections/facts.ts";
import { header } from "./sections/header.ts";
import { legendBar } from "./sections/legend.ts";
import { next } from "./sections/next.ts";
import { notes } from "./sections/notes.ts";
import { problemList } from "./sections/problems.ts";
import { progress } from "./sections/progress.ts";
import { scenarioSection } from "./sections/scenario.ts";
import { scatter } from "./sections/scatter.ts";
import { stacks } from "./sections/stacks.ts";
import { verdicts } from "./sections/verdicts.ts";
import { decidingWarnings } from "./sections/warnings.ts";

/** What the panel needs of its surroundings. */
export interface Surroundings {
  readonly send: (intent: FromPanel) => void;
  readonly remember: (state: PanelState) => void;
}

/** The panel on the page. */
export interface Panel {
  readonly receive: (message: ToPanel) => void;
  /** Says that something is wrong without touching what is shown; null for nothing any more. */
  readonly complain: (text: string | null) => void;
  /** Draws the charts anew in the theme of now. */
  readonly recolour: () => void;
}

/** What was unfolded in benchmarks long gone need not be remembered. */
const UNFOLDED_AT_MOST = 200;

/** Fills `root` from `initial` on, and keeps what is chosen. */
export function panel(root: HTMLElement, initial: PanelState, surroundings: Surroundings): Panel {
  let state = initial;
  let highlighted: string | null = null;
  let theme: ChartTheme = readTheme(document);

  const actions: Actions = {
    send: surroundings.send,
    choose: (change) => choose(change),
    highlight: (key) => {
      highlighted = key;
      redrawCharts();
      fade();
    },
    unfold: (key, isOpen) => {
      const { open } = state.ui;
      if (open.includes(key) !== isOpen) choose({ open: toggled(open, key).slice(-UNFOLDED_AT_MOST) });
    },
  };

  const [kinds, values] = [new Corrections(), new Corrections()];
  const complaint = element("p", { class: "complaint", attributes: { role: "alert" } });
  complaint.hidden = true;
  const emptiness = element("p", { class: "empty", attributes: { role: "status" } });
  // What the page says until the extension is heard.
  const first = root.textContent.trim();
  const places = {
    next: element("section", { class: "next", attributes: { "aria-label": "What comes next" } }),
    header: element("header"),
    progress: element("section", { class: "progress", attributes: { "aria-label": "Progress" } }),
    problems: element("section", { class: "problem-section" }),
    verdicts: element("section", { class: "verdict-section" }),
    scatter: element("section", { class: "scatter-section" }),
    legend: element("ul", { class: "legend", attributes: { "aria-label": "Series" } }),
    time: element("div", { class: "figure" }),
    memory: element("div", { class: "figure" }),
    table: element("div", { class: "scrolls" }),
    deciding: element("section", {
      class: "deciding",
      attributes: { "aria-label": "What the numbers are of" },
    }),
    facts: element("section", { class: "setup", attributes: { "aria-label": "What this was measured on" } }),
    scenario: element("section", { class: "scenario" }),
    stacks: element("section", { class: "stacks" }),
    notes: element("section"),
  };
  const charts = element(
    "section",
    {},
    element("h2", { text: "Cost over concurrency" }),
    places.legend,
    element("div", { class: "charts" }, places.time, places.memory),
  );
  const tableTitle = element("h2");
  const table = element("section", {}, tableTitle, places.table);
  const shown = element(
    "div",
    { class: "benchmark" },
    places.header,
    places.progress,
    places.problems,
    places.verdicts,
    places.scatter,
    table,
    places.deciding,
    places.facts,
    places.scenario,
    charts,
    places.stacks,
    places.notes,
  );
  root.replaceChildren(element("main", {}, complaint, places.next, emptiness, shown));

  const draw = {
    next: next(places.next, actions),
    header: header(places.header, actions),
    progress: progress(places.progress, actions),
    problems: problemList(places.problems, actions),
    verdicts: verdicts(places.verdicts, actions),
    scatter: scatter(places.scatter, actions),
    legend: legendBar(places.legend, actions),
    time: chartFigure(places.time, actions),
    memory: chartFigure(places.memory, actions),
    table: comparisonTable(places.table, actions),
    deciding: decidingWarnings(places.deciding, actions),
    facts: facts(places.facts, actions),
    scenario: scenarioSection(places.scenario, actions, values),
    stacks: stacks(places.stacks, actions),
    notes: notes(places.notes, actions, kinds),
  };
  drawAll();

  function choose(change: Partial<Ui>): void {
    remember({ ...state, ui: { ...state.ui, ...change } });
  }

  function remember(next: PanelState): void {
    state = next;
    surroundings.remember(state);
    drawAll();
  }

  function drawAll(): void {
    const { message, ui } = state;
    shown.hidden = message?.type !== "show";
    emptiness.hidden = !shown.hidden;
    emptiness.textContent = message?.type === "empty" ? message.message : first || "Waiting for a benchmark…";
    draw.next(message?.next ?? null);
    if (message?.type === "show") drawBenchmark(message, ui);
  }

  function drawBenchmark({ document: received, running, stale }: ShowMessage, ui: Ui): void {
    const benchmark = running === null ? asEnded(received) : received;
    const edited = new Set(stale);
    draw.header({ document: benchmark, running: running !== null, stale: edited.size, ui });
    draw.progress(running);
    draw.problems(problems(benchmark));
    draw.verdicts({ view: comparisonView(benchmark, running !== null), open: ui.open });
    // Where nothing came of it, the problems say all there is to say.
    for (const section of [charts, table, places.stacks]) section.hidden = cameToNothing(benchmark);
    draw.legend(legend(benchmark, edited), ui.hidden);
    drawCharts(benchmark, edited);
    tableTitle.textContent = benchmark.results.length === 1 ? "One call" : "Comparison";
    draw.table({ rows: comparison(benchmark, edited), sort: ui.sort });
    draw.stacks({
      targets: stackView(benchmark, edited),
      absence: stacksAbsence(benchmark),
      open: ui.open,
    });
    const all = warnings(benchmark);
    draw.deciding({ warnings: all.filter(({ decides }) => decides) });
    // The numbers of a comparison are its verdicts.
    const numbers = benchmark.pairs === undefined ? table : places.verdicts;
    if (numbers.nextElementSibling !== places.deciding) numbers.after(places.deciding);
    draw.facts(benchmark, ui.open);
    draw.scenario({
      views: cameToNothing(benchmark) ? [] : scenarios(benchmark, edited),
      open: ui.open,
      isRunning: running !== null,
      settings: { clock: ui.clock, latencyModel: ui.latencyModel },
    });
    const said = { warnings: all.filter(({ decides }) => !decides), fakes: fakes(benchmark) };
    places.notes.hidden = cameToNothing(benchmark) && said.warnings.length + said.fakes.length === 0;
    draw.notes({ ...said, open: ui.open });
    fade();
  }

  function redrawCharts(): void {
    if (state.message?.type !== "show") return;
    const { document: received, running, stale } = state.message;
    drawCharts(running === null ? asEnded(received) : received, new Set(stale));
  }

  function drawCharts(benchmark: BenchmarkDocument, stale: ReadonlySet<number>): void {
    const { hidden, open, axes } = state.ui;
    const view = { hidden: new Set(hidden), highlighted, stale, theme };
    draw.scatter(cameToNothing(benchmark) ? null : amongGallery(benchmark, axes), view, open);
    draw.time(timeChart(benchmark), view, open);
    draw.memory(memoryChart(benchmark), view, open);
  }

  function fade(): void {
    const effective = highlighted !== null && !state.ui.hidden.includes(highlighted) ? highlighted : null;
    for (const button of places.legend.querySelectorAll<HTMLElement>("[data-series]")) {
      button.classList.toggle("faded", effective !== null && button.dataset["series"] !== effective);
    }
    for (const row of shown.querySelectorAll<HTMLElement>("tr[data-series]")) {
      row.classList.toggle("highlighted", row.dataset["series"] === effective);
    }
  }

  return {
    receive: (message) => {
      if (message.type === "corrected") for (const one of [kinds, values]) one.answered(message);
      else remember(afterMessage(state, message));
    },
    complain: (text) => {
      complaint.hidden = text === null;
      complaint.textContent = text ?? "";
    },
    recolour: () => {
      theme = readTheme(document);
      redrawCharts();
    },
  };
}
