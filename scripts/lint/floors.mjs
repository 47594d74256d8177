import path from "node:path";

/** Modules of Node, with `node:` before them or not. */
const NODE = /^node:|^(?:fs|path|os|child_process|http|https|net|util|stream|events|crypto|vm|v8|module)$/;
const EDITOR = /^vscode$/;

/** Rooms that stand beside each other, on the floors above the worker's. */
const SURFACES = ["extension", "cli", "webview"];

/**
 * What the files of a room may not import: `rooms` (those right in a folder for `folder/*`), but for what is in `except`, and `packages`, each
 * with the reason.
 * docs/architecture.md draws the house.
 *
 * @type {readonly {
 *   readonly room: RegExp;
 *   readonly rooms: readonly string[];
 *   readonly except?: string;
 *   readonly because: string;
 *   readonly packages?: readonly (readonly [RegExp, string])[];
 * }[]}
 */
const FLOORS = [
  {
    room: /^analysis\//,
    rooms: ["bench-worker", ...SURFACES],
    because: "analysis/ is the lowest floor",
    packages: [
      [NODE, "analysis/ works in a browser too"],
      [EDITOR, "analysis/ does not know the editor"],
    ],
  },
  {
    room: /^bench-worker\/(?:[^/]+\.ts$|fakes-file\/|contract\/)/,
    rooms: [
      ...["bench-worker/host", "bench-worker/worker", "bench-worker/recorder", "bench-worker/instrument"],
      ...SURFACES,
    ],
    because: "a contract knows nobody who signs it",
    packages: [
      [NODE, "contracts work in a browser too"],
      [EDITOR, "contracts do not know the editor"],
    ],
  },
  {
    room: /^bench-worker\/instrument\//,
    rooms: [
      ...["bench-worker/*", "bench-worker/fakes-file", "bench-worker/host", "bench-worker/worker"],
      ...["bench-worker/any-engine", "bench-worker/recorder", ...SURFACES],
    ],
    because: "source is rewritten for whoever asks: text in, text out",
    packages: [
      [NODE, "rewriting source needs no Node"],
      [EDITOR, "rewriting source does not need the editor"],
    ],
  },
  {
    room: /^bench-worker\/recorder\//,
    rooms: ["analysis"],
    except: "analysis/source",
    because: "the recorder is loaded into the user's processes, and takes little along",
  },
  {
    room: /^bench-worker\/recorder\//,
    rooms: [
      ...["bench-worker/fakes-file", "bench-worker/host", "bench-worker/worker", "bench-worker/any-engine"],
      ...SURFACES,
    ],
    because: "the recorder knows only the contract and what rewrites source",
    packages: [[EDITOR, "the recorder does not know the editor"]],
  },
  {
    room: /^bench-worker\/worker\//,
    rooms: ["bench-worker/host", "bench-worker/recorder", ...SURFACES],
    because: "the worker knows only the contract, what rewrites source, and analysis/",
    packages: [[EDITOR, "the worker does not know the editor"]],
  },
  {
    room: /^bench-worker\/any-engine\//,
    rooms: [
      ...["analysis", "bench-worker/host", "bench-worker/worker", "bench-worker/recorder"],
      ...["bench-worker/instrument", ...SURFACES],
    ],
    because: "the worker for any engine knows only the contract, and takes no code that needs a newer engine",
    packages: [[/^(?!fs$|module$|path$|vm$|\.)/, "what all engines from Node 0.10 on have is enough"]],
  },
  {
    room: /^bench-worker\/host\//,
    rooms: [
      ...["bench-worker/worker", "bench-worker/any-engine", "bench-worker/recorder"],
      ...["bench-worker/instrument", ...SURFACES],
    ],
    because: "the host speaks to worker and recorder by the contract",
    packages: [[EDITOR, "the host does not know the editor"]],
  },
  {
    room: /^cli\//,
    rooms: ["bench-worker/worker", "bench-worker/recorder", "extension", "webview"],
    because: "the command line stands beside these, not on them",
    packages: [[EDITOR, "the command line runs without an editor"]],
  },
  {
    room: /^webview\//,
    rooms: ["bench-worker/worker", "bench-worker/recorder", "bench-worker/host", "extension", "cli"],
    because: "the panel gets data and sends intents",
    packages: [
      [NODE, "the panel runs in a browser"],
      [EDITOR, "the panel does not know the editor"],
    ],
  },
  {
    room: /^extension\//,
    rooms: ["bench-worker/worker", "bench-worker/recorder", "cli", "webview"],
    because: "the extension does not know how anything is measured",
  },
];

/** Tests may import what they like, and so may what is made for them alone. */
const FREE = /\.test\.ts$|^(?:analysis\/corpus|extension\/test|webview\/test)\//;

/**
 * Why a file may not import something; undefined where it may.
 *
 * @param {string} file Its path from the project's folder, with `/`.
 * @param {string} imported As the file names it.
 * @returns {string | undefined}
 */
export function forbidden(file, imported) {
  if (FREE.test(file)) return undefined;
  const target = imported.startsWith(".") ? path.posix.join(path.posix.dirname(file), imported) : null;
  const isIn = (/** @type {string} */ room) =>
    target !== null &&
    (room.endsWith("/*") ? `${path.posix.dirname(target)}/*` === room : `${target}/`.startsWith(`${room}/`));
  for (const { room, rooms, except, because, packages = [] } of FLOORS) {
    if (!room.test(file)) continue;
    if (rooms.some(isIn) && !(except !== undefined && isIn(except))) return because;
    const named = packages.find(([pattern]) => pattern.test(imported));
    if (named !== undefined) return named[1];
  }
  return undefined;
}

/** A lint rule: a file imports only what its floor allows, be it only for a type. */
export const floors = {
  meta: { type: "problem", schema: [], messages: { forbidden: "This may not be imported here: {{why}}." } },
  create(context) {
    const file = path.relative(context.cwd, context.physicalFilename).split(path.sep).join("/");
    const check = (node) => {
      if (typeof node.source?.value !== "string") return;
      const why = forbidden(file, node.source.value);
      if (why !== undefined) context.report({ node: node.source, messageId: "forbidden", data: { why } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
