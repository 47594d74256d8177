import type { Call } from "../functions/found.ts";
import { takesPlainFunctions } from "../patterns/callback-names.ts";
import { calleePath } from "../patterns/chains.ts";
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
]);

/** Whether a call that nothing says is waited for is clearly a plain one: of a builtin, or of a local plain function. */
export function isClearlyPlain(view: FileView, call: Call, entries: ReadonlySet<number>): boolean {
  if (call.constructs || call.nameToken < 0) return true;
  const name = textAt(view, call.nameToken);
  if (takesPlainFunctions(name) || PURE_METHODS.has(name) || name.endsWith("Sync")) return true;
  if (PURE_ROOT.test(calleePath(view, call))) return true;
  if (call.nameToken !== call.start) return false;
  const local = view.functionNamed.get(name);
  return local !== undefined && !entries.has(local);
}
