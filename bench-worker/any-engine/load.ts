import path from "path";
import type { BenchmarkOptions } from "../benchmark-options.ts";
import { endingEventsOf } from "../ending-events.ts";
import type { TargetSource } from "../protocol.ts";
import { argumentsFor } from "./arguments.ts";
import type { Callable } from "./calls.ts";
import { blockedWords } from "./contestant.ts";
import { engine } from "./engine.ts";
import type { Io } from "./io.ts";
import { loadAccessors } from "./modules.ts";
import { lineIn, placeOfSyntaxError, sayThrown, stackOf } from "./stacks.ts";
import type { Unmeasurable } from "./unmeasurable.ts";

/** `node 8.17.0` */
const HERE = `${engine.runtime} ${engine.version}`;

/** Loads a target's module and takes the function out of it, or says why that cannot be done here. */
export function loadCallable(
  source: TargetSource,
  options: BenchmarkOptions,
  io: Io,
): Callable | Unmeasurable {
  const { entry, language } = source;
  if (language !== "js") {
    return unsupported(
      `TypeScript and JSX are not compiled for ${HERE}.`,
      "Measure it on Node 20 or newer, or measure the JavaScript that it is compiled to.",
    );
  }
  const { model } = options.latency;
  const isPlain = model === "fixed" || model === "load-dependent";
  if (!isPlain || options.errorRate !== undefined || options.connections !== undefined) {
    return unsupported(
      `On ${HERE} a back end has one latency, no failures and no limit of connections.`,
      "Choose a fixed or load-dependent latency, or measure on Node 20 or newer.",
    );
  }
  if (entry === undefined || entry.reach === null) {
    return unsupported(
      entry?.unreachable ?? "The function cannot be reached from outside of its module.",
      "Move the function to the top of its module, or make it a method or an export.",
    );
  }
  const { reach, completion } = entry;
  if (completion === "async-iterator") {
    return unsupported(`Async generators are not measured on ${HERE}.`, "Measure it on Node 20 or newer.");
  }
  try {
    const [accessFunction, accessReceiver] = loadAccessors(source, io);
    const run = accessFunction === undefined ? undefined : accessFunction();
    if (typeof run !== "function") {
      return unsupported(
        `${reach.expression} is not a function once the module has been loaded.`,
        "Export the function itself, or benchmark the one that makes it.",
      );
    }
    let receiver: unknown = accessReceiver === undefined ? undefined : accessReceiver();
    if (reach.receiver !== null && reach.receiver.how === "construct" && typeof receiver === "function") {
      receiver = new (receiver as new () => object)();
    }
    // What modules tried while they loaded, and could do without, is no business of the calls.
    io.forgetEnds();
    return {
      run: run as Callable["run"],
      receiver,
      makeArguments: argumentsFor(entry),
      completion,
      endingEvents: endingEventsOf(run as Callable["run"]),
    };
  } catch (error) {
    return whyNotLoaded(error, source, io);
  }
}

function unsupported(reason: string, hint: string): Unmeasurable {
  return { state: "unsupported", reason, hint };
}

/** By its name, or by a line that begins as only those of ECMAScript modules do. */
const OF_MODULES =
  /^[ \t]*(?:import\s*(?:[\w$*{"']|\/[*/])[^\n(]*(?:["';{,]|$)|export\s*(?:[{*]|(?:default|async|class|const|function|let|var)\b))/m;

function isModule({ file, text }: TargetSource): boolean {
  return /\.mjs$/.test(file) || OF_MODULES.test(text);
}

function whyNotLoaded(error: unknown, source: TargetSource, io: Io): Unmeasurable {
  const { file } = source;
  const name = path.basename(file);
  const line = lineIn(stackOf(error), file);
  const at = line === null ? "" : ` at line ${line}`;
  if (io.blocked !== null && error === io.blocked) return blockedWords(io.blocked.message, at);
  if (error instanceof SyntaxError) {
    if (isModule(source)) {
      return unsupported(
        `${name} is an ECMAScript module, and on ${HERE} only CommonJS modules are measured.`,
        "Measure it on Node 20 or newer, which also takes what awaits at its top level, or compile it to CommonJS.",
      );
    }
    const place = placeOfSyntaxError(error);
    const where =
      place === null
        ? `${name} or a file that it requires`
        : `${path.basename(place.file)} at line ${place.line}`;
    return unsupported(
      `${HERE} cannot read ${where}: ${sayThrown(error)}.`,
      "Choose a newer engine, or compile the file for this one; other engines take CommonJS modules only.",
    );
  }
  return {
    state: "failed",
    reason: `${name} threw${at} while it was loading on ${HERE}: ${sayThrown(error)}.`,
    hint: "Make the module load on its own, or choose an engine that it is made for.",
  };
}
