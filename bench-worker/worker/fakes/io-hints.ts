import type { AsyncFunction, IoCall, IoCallKind } from "../../../analysis/model.ts";

/** Which calls of a name are I/O, as the source uses them. */
export interface IoHints extends ReadonlyMap<string, IoCallKind> {
  /** How the source shows it: `awaited in line 12`; undefined where it does not. */
  why?(name: string): string | undefined;
}

/** Hints that tell where they come from. */
export class SourceHints extends Map<string, IoCallKind> implements IoHints {
  readonly #whys = new Map<string, string>();

  why(name: string): string | undefined {
    return this.#whys.get(name);
  }

  /** Adds what a call site tells of its operation. */
  add(name: string, kind: IoCallKind, why: string): void {
    this.set(name, kind);
    this.#whys.set(name, why);
  }
}

/** The last name of a callee as written: `query` of `db.pool().query`. */
export function lastName(expression: string): string {
  return /([\p{ID_Continue}$#]+)(?:\(\))?$/u.exec(expression.trim())?.[1] ?? expression;
}

/**
 * Adds what the functions of a file say about the operations that they wait for, by the operation's last name.
 *
 * @param file How the file is named in the reasons; left out for the target's own.
 */
export function addIoHints(hints: SourceHints, functions: readonly AsyncFunction[], file?: string): void {
  for (const { ioCalls, pattern } of functions) {
    for (const call of ioCalls) {
      const name = lastName(call.expression);
      // A private name is a plain one where the function is taken out of its class.
      for (const one of name.startsWith("#") ? [name, `_${name.slice(1)}`] : [name]) {
        if (hints.has(one) && (call.kind !== "callback" || hints.get(one) === "callback")) continue;
        hints.add(one, call.kind, reason(call, pattern, file));
      }
    }
  }
}

function reason({ kind, position }: IoCall, pattern: AsyncFunction["pattern"], file?: string): string {
  const how = { ...USES, promise: PROMISE_USES[pattern] ?? USES.promise }[kind];
  return `${how} in line ${position.line}${file === undefined ? "" : ` of ${file}`}`;
}

const USES: Readonly<Record<IoCallKind, string>> = {
  promise: "its promise is used",
  callback: "given a callback",
  thunk: "its thunk is used",
  stream: "used as a stream",
  sync: "called",
};

const PROMISE_USES: Readonly<Partial<Record<AsyncFunction["pattern"], string>>> = {
  "async-await": "awaited",
  "async-generator": "awaited",
  generator: "yielded",
};
