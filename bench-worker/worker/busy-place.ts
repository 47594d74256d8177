import path from "node:path";
import type { AsyncFunction } from "../../analysis/model.ts";
import { loopsAround } from "./program/own-loop.ts";
import type { TargetSource } from "../protocol.ts";
import { sourceTextOf } from "./load/source-text.ts";
import { firstFrameIn, framesOf, stackOf } from "./io/call-site.ts";
import { firstOwnFrame, isHarness } from "./io/own-frames.ts";
import { nameOfModuleIn } from "./load/load-entry.ts";
import { isOfProject, packageOfFile } from "./load/package-name.ts";
import { importsIn } from "./types/declarations.ts";

/** Where code was busy that did not come back. */
export interface BusyPlace {
  /** To go behind `it was still busy`: ` at line 4`, ` in the package bcryptjs (index.js:947)`; "" for none. */
  readonly said: string;
  /** What to do where it is a package that works: it may well come to an end; null where it is the project's own code. */
  readonly hint: string | null;
}

/**
 * Tells the place that the stack of `found` names.
 *
 * @param asyncFunction The target, where it is known: for the operation of a package that it calls.
 */
export function busyPlace(
  found: unknown,
  { file, text }: Pick<TargetSource, "file" | "text">,
  asyncFunction?: Pick<AsyncFunction, "ioCalls">,
): BusyPlace {
  const own = firstFrameIn(stackOf(found), file);
  const first = firstOwnFrame(found);
  const line = own === null ? "" : ` at line ${own.line}`;
  const name = first === undefined ? null : packageOfFile(first.file);
  const isOfPackage = name !== null && name !== packageOfFile(file);
  if (!isOfPackage) {
    const elsewhere = first === undefined ? "" : ` at ${path.basename(first.file)}:${first.line}`;
    return { said: own === null ? elsewhere : line, hint: null };
  }
  const said = `${line}${own === null ? "" : ","} in the package ${name} (${path.basename(first!.file)}:${first!.line})`;
  const operation = operationOf(name, text, asyncFunction?.ioCalls.map(({ expression }) => expression) ?? []);
  const entry =
    operation === undefined ? "its operation" : `{ ${JSON.stringify(operation)}: { kind: "promise" } }`;
  return {
    said,
    hint:
      `If ${name} computes, as what hashes or compresses does, measure with fewer calls in flight (a smaller n), or have a ` +
      `fakes file answer in its place: fakes: ${entry}.`,
  };
}

/**
 * Whether the place that the stack of `found` names is in a loop of the project that goes on as its own text says: nothing that is
 * made up brings that about, and nothing could end it.
 */
export function isInOwnLoop(found: unknown, source: TargetSource): boolean {
  const textOf = sourceTextOf(source);
  let isOwn = false;
  for (const { file, line } of framesOf(stackOf(found))) {
    if (isHarness(file)) continue;
    const text = isOfProject(file, source.file) ? textOf(file) : null;
    // A package may be made up.
    if (text === null) return false;
    const around = loopsAround(text, file, line);
    if (around === "other") return false;
    isOwn ||= around === "own";
  }
  return isOwn;
}

/** The first operation among some that is one of a package, by the names that a text has for it. */
function operationOf(name: string, text: string, operations: readonly string[]): string | undefined {
  const whole = nameOfModuleIn(text, name);
  const imports = importsIn(text);
  return operations.find((operation) => {
    const [holder = ""] = operation.split(".");
    return holder === whole || imports.get(holder)?.specifier === name;
  });
}
