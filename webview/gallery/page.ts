import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-progress-bar/index.js";
import type { FromGallery, ToGallery } from "../../bench-worker/gallery-messages.ts";
import type { TableName } from "../../bench-worker/gallery-table.ts";
import { hasNumbers } from "../../bench-worker/gallery-table-text.ts";
import { counted } from "../../bench-worker/quantity.ts";
import { readTheme } from "../chart/theme.ts";
import { element, replaceContent, whenChanged } from "../dom.ts";
import { lookOf } from "./table-canvas.ts";
import { tableView, type TableView } from "./table-view.ts";

/** What the page needs of its surroundings. */
export interface GallerySurroundings {
  readonly send: (intent: FromGallery) => void;
  readonly remember: (table: TableName) => void;
}

/** The gallery on the page. */
export interface GalleryPage {
  readonly receive: (message: ToGallery) => void;
  readonly complain: (text: string | null) => void;
  readonly recolour: () => void;
}

/** Fills `root` with the gallery: its tables to choose from, and the chosen one with charts. */
export function galleryPage(root: HTMLElement, { send, remember }: GallerySurroundings): GalleryPage {
  const complaint = element("p", { class: "complaint", attributes: { role: "alert" } });
  complaint.hidden = true;
  const tabs = element("div", {
    class: "gallery-tabs",
    attributes: { role: "tablist", "aria-label": "Tables of the gallery" },
  });
  const tools = element("div", { class: "toolbar" });
  const running = runningRow(() => send({ type: "cancel" }));
  const absence = element("p", { class: "absence", attributes: { role: "status" } });
  const body = element("div", { class: "gallery-body", attributes: { role: "tabpanel" } });
  root.append(
    element(
      "main",
      {},
      complaint,
      element("h1", { text: "Gallery" }),
      element("p", {
        class: "quiet",
        text: "One function in every asynchronous pattern, and the tables of the articles about them, measured again on this machine.",
      }),
      tabs,
      tools,
      running.root,
      absence,
      body,
    ),
  );

  let message: ToGallery | undefined;
  let view: TableView | undefined;
  const drawTable = (): void => {
    view?.dispose();
    view =
      message?.table == null || !hasNumbers(message.table)
        ? undefined
        : tableView(message.table, lookOf(readTheme(document)), isUnderWay(message));
    const title = message?.tables.find(({ name }) => name === message?.chosen)?.title ?? "";
    body.replaceChildren(element("h2", { text: title }), ...(view?.parts ?? []));
    view?.draw();
  };
  const showTable = whenChanged<
    Pick<ToGallery, "table" | "chosen" | "isPartial"> & { readonly isUnderWay: boolean }
  >(drawTable);
  const showTabs = whenChanged<Pick<ToGallery, "tables" | "chosen">>(({ tables, chosen }) => {
    replaceContent(tabs, ...tables.map((table) => tabOf(table, chosen, send)));
    body.setAttribute("aria-label", tables.find(({ name }) => name === chosen)?.title ?? "");
  });
  const showTools = whenChanged<ToGallery & { readonly isEmpty: boolean }>((shown) => {
    replaceContent(tools, ...toolsOf(shown, send));
    absence.textContent = absenceOf(shown);
    absence.hidden = absence.textContent === "";
  });

  return {
    receive: (received) => {
      message = received;
      remember(received.chosen);
      showTabs({ tables: received.tables, chosen: received.chosen });
      showTools({
        ...received,
        isEmpty: received.table !== null && !hasNumbers(received.table),
        table: null,
        running: received.running === null ? null : { ...received.running, fraction: 0, activity: "" },
      });
      running.update(received);
      const { table, chosen, isPartial } = received;
      showTable({ table, chosen, isPartial, isUnderWay: isUnderWay(received) });
    },
    complain: (text) => {
      complaint.hidden = text === null;
      complaint.textContent = text ?? "";
    },
    recolour: drawTable,
  };
}

function tabOf(
  { name, title, measuredOn }: ToGallery["tables"][number],
  chosen: TableName,
  send: GallerySurroundings["send"],
): HTMLElement {
  const isChosen = name === chosen;
  return element(
    "button",
    {
      class: "gallery-tab",
      attributes: { type: "button", role: "tab", title, "aria-selected": String(isChosen) },
      focusKey: `tab:${name}`,
      on: { click: () => send({ type: "choose", table: name }) },
    },
    element("span", { text: title.split(":")[0]! }),
    element("span", {
      class: "aside",
      text:
        name === "complexity"
          ? "counted"
          : measuredOn === null
            ? "not measured yet"
            : `measured on ${measuredOn}`,
    }),
  );
}

function toolsOf(
  { chosen, tables, running, missing }: ToGallery,
  send: GallerySurroundings["send"],
): HTMLElement[] {
  const isMeasured = tables.find(({ name }) => name === chosen)?.measuredOn !== null;
  const { libraries, engines } = missing;
  const isIdle = running === null;
  return [
    ...(chosen === "complexity" || !isIdle
      ? []
      : [button(isMeasured ? "Measure Again" : "Measure", () => send({ type: "measure", table: chosen }))]),
    ...(libraries.length === 0 || !isIdle
      ? []
      : [
          button(
            `Install ${libraries.length} Missing ${libraries.length === 1 ? "Library" : "Libraries"}…`,
            () => send({ type: "install", what: "libraries" }),
            libraries.join(", "),
          ),
        ]),
    ...(engines.length === 0 || !isIdle
      ? []
      : [
          button(
            `Install ${counted(engines.length, "Missing Engine")}…`,
            () => send({ type: "install", what: "engines" }),
            engines.join(", "),
          ),
        ]),
  ];
}

function button(text: string, press: () => void, hint?: string): HTMLElement {
  const made = document.createElement("vscode-button");
  made.textContent = text;
  made.secondary = !text.startsWith("Measure");
  made.dataset["focusKey"] = `tool:${text}`;
  if (hint !== undefined) made.title = hint;
  made.addEventListener("click", press);
  return made;
}

/** Whether the chosen table is being measured. */
function isUnderWay({ chosen, running }: ToGallery): boolean {
  return running?.table === chosen;
}

/** What is said before a table was measured. */
function absenceOf({
  chosen,
  tables,
  running,
  secondsAtLeast,
  missing,
  isPartial,
  isEmpty,
}: ToGallery & { readonly isEmpty: boolean }): string {
  const isMeasured = tables.find(({ name }) => name === chosen)?.measuredOn !== null;
  const isRunning = running?.table === chosen;
  const lacking = [...missing.libraries, ...missing.engines];
  const parts = [
    isMeasured || isRunning
      ? isRunning && isEmpty
        ? "There is no number yet."
        : ""
      : isPartial && isEmpty
        ? "Measuring was cancelled before anything was measured."
        : isPartial
          ? "Measuring was cancelled: here is what was measured until then."
          : "This table was not measured on this machine yet.",
    running !== null || secondsAtLeast === null || isMeasured
      ? ""
      : `Measuring takes ${duration(secondsAtLeast)} or longer.`,
    lacking.length === 0 ? "" : `Without a row until they are installed: ${lacking.join(", ")}.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

function runningRow(cancel: () => void): {
  readonly root: HTMLElement;
  readonly update: (message: ToGallery) => void;
} {
  const bar = document.createElement("vscode-progress-bar");
  bar.max = 1000;
  bar.ariaLabel = "Measuring";
  const activity = element("span", { class: "activity" });
  const percent = element("span", { class: "percent" });
  const end = document.createElement("vscode-button");
  end.secondary = true;
  end.textContent = "Cancel";
  end.addEventListener("click", cancel);
  const root = element(
    "section",
    { class: "progress", attributes: { "aria-label": "Progress" } },
    element("div", { class: "progress-row" }, activity, percent, end),
    bar,
  );
  return {
    root,
    update: ({ running, tables }) => {
      root.hidden = running === null;
      if (running === null) return;
      const fraction = Math.min(1, Math.max(0, running.fraction));
      const title = tables.find(({ name }) => name === running.table)?.title ?? running.table;
      bar.value = Math.round(fraction * 1000);
      activity.textContent = `${title}: ${running.activity}`;
      percent.textContent = `${Math.round(fraction * 100)} %`;
    },
  };
}
