import type { Call } from "../functions/found.ts";
import { takesPlainFunctions } from "../patterns/callback-names.ts";
import { calleePath } from "../patterns/chains.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

const PURE_ROOT =
  /^(?:JSON|Object|Math|Array|String|Number|Date|Boolean|Symbol|Reflect|BigInt|RegExp|Error|\w+Error|Buffer|Map|Set|parseInt|parseFloat|isNaN|structuredClone|console|path|util|assert|lodash|_|querystring|url)(?:\.|$)/;

const PURE_METHODS: ReadonlySet<string> = new Set([
  ...[
    "slice",
    "splice",
    "concat",
    "join",
    "split",
    "trim",
    "trimEnd",
    "trimStart",
    "toString",
    "toLowerCase",
  ],
  ...[
    "toUpperCase",
    "toISOString",
    "toFixed",
    "valueOf",
    "indexOf",
    "includes",
    "startsWith",
    "endsWith",
    "match",
  ],
  ...[
    "keys",
    "values",
    "entries",
    "reverse",
    "fill",
    "flat",
    "at",
    "pop",
    "shift",
    "charAt",
    "charCodeAt",
    "substring",
  ],
  ...["substr", "padStart", "padEnd", "test", "call", "apply", "hasOwnProperty", "toJSON", "concat", "has"],
  // Of schemas and formats: those that answer later are awaited, or have another name.
  ...["parse", "safeParse", "stringify"],
]);

/** What an HTTP server's handler is given to answer with, and what it is given before. */
const RESPONSE = /^_?(?:res|response|reply)$/;
const REQUEST = /^_?(?:req|request)$/;

/** `res.json(…)` in `function (req, res)`: the answer of a handler, for which nobody waits. */
function answersRequest(view: FileView, call: Call): boolean {
  const root = textAt(view, call.start);
  if (!RESPONSE.test(root)) return false;
  for (let around = call.owner; around >= 0; around = view.functions[around]!.parent) {
    const names = parameterNames(view, view.functions[around]!);
    const position = names.indexOf(root);
    if (position >= 0) return position > 0 && REQUEST.test(names[position - 1]!);
  }
  return false;
}

/** Methods of a response that read its body, which comes with the answer to `fetch`. */
const BODY_READERS: ReadonlySet<string> = new Set([
  "json",
  "text",
  "blob",
  "arrayBuffer",
  "formData",
  "bytes",
]);

/** Whether a call reads the body of what `fetch` has answered: the second half of that call, and none of its own. */
export function readsFetchedBody(view: FileView, call: Call, calls: Iterable<Call>): boolean {
  const isReader = call.end === call.open + 2 && call.nameToken > call.start;
  if (!isReader || !BODY_READERS.has(textAt(view, call.nameToken))) return false;
  for (const other of calls) if (FETCH.test(calleePath(view, other))) return true;
  return false;
}

const FETCH = /^(?:(?:globalThis|window|self)\.)?fetch$/;

/** Whether a call that nothing says is waited for is clearly a plain one: of a builtin, or of a local plain function. */
export function isClearlyPlain(view: FileView, call: Call, entries: ReadonlySet<number>): boolean {
  if (call.constructs || call.nameToken < 0) return true;
  if (answersRequest(view, call)) return true;
  const name = textAt(view, call.nameToken);
  if (takesPlainFunctions(name) || PURE_METHODS.has(name) || name.endsWith("Sync")) return true;
  if (PURE_ROOT.test(calleePath(view, call))) return true;
  if (call.nameToken !== call.start) return false;
  const local = view.functionNamed.get(name);
  return local !== undefined && !entries.has(local);
}
