import type { AsyncFunction, IoCallKind } from "../../../analysis/model.ts";

/** Which calls of a name are I/O, as the source uses them. */
export type IoHints = ReadonlyMap<string, IoCallKind>;

/** The last name of a callee as written: `query` of `db.pool().query`. */
export function lastName(expression: string): string {
  return /([\p{ID_Continue}$#]+)(?:\(\))?$/u.exec(expression.trim())?.[1] ?? expression;
}

/** Adds what the functions of a file say about the operations that they wait for, by the operation's last name. */
export function addIoHints(hints: Map<string, IoCallKind>, functions: readonly AsyncFunction[]): void {
  for (const { ioCalls } of functions) {
    for (const call of ioCalls) {
      const name = lastName(call.expression);
      if (!hints.has(name) || call.kind === "callback") hints.set(name, call.kind);
    }
  }
}
