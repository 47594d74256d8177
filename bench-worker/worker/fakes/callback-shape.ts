import { NAME } from "../../../analysis/source/in-pattern.ts";
import { isPlaceName } from "../../../analysis/patterns/callback-names.ts";
import { textOfFunction } from "../harness/function-text.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

// What may stand between two words. Each part begins in a way of its own, so that it is read in linear time.
const GAP = String.raw`(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*\n)*`;
/** What a method may be called: a name, a text, a number or an expression in brackets. */
const KEY = String.raw`(?:#?${NAME}|"[^"\n]*"|'[^'\n]*'|\d[\w.]*|\[(?:[^[\]]|\[[^[\]]*\])*\])`;
const WORDS = `(?:async\\b${GAP})?(?:(?:function|get|set)\\b${GAP})?(?:\\*${GAP})?`;

/** `done => …`, `async done => …`. */
const BARE_ARROW = new RegExp(`^(?:async\\b${GAP})?(${NAME})${GAP}=>`, "u");
/** Everything that has its parameters in brackets: functions, arrows, methods and accessors. */
const IN_BRACKETS = new RegExp(`^${WORDS}(?:${KEY}${GAP})?\\(${GAP}(${NAME}|[{[])`, "u");

const ERROR = /^(?:_*(?:e|er|ex|exc|exception|cause|reason|ignored?)?|\w*err(?:or)?\d*)$/i;

/** Whether a function is a class by its text: it is handed over as what it is, `getRepository(Product)`, and nobody's callback. */
export function isClass(run: AnyFunction): boolean {
  // Other functions with text of their own may be given another prototype, and methods have none.
  return (
    Object.getOwnPropertyDescriptor(run, "prototype")?.writable === false &&
    textOfFunction(run).startsWith("class")
  );
}

/** The name of a function's first parameter, or the bracket that it is taken apart with; none where it cannot be read. */
function firstParameter(run: AnyFunction): string | undefined {
  const text = textOfFunction(run);
  return (BARE_ARROW.exec(text) ?? IN_BRACKETS.exec(text))?.[1];
}

/** Whether a function's first parameter is named as node-style callbacks name what went wrong. */
export function isErrorFirst(run: AnyFunction): boolean {
  const first = firstParameter(run);
  return first !== undefined && ERROR.test(first);
}

const SAYS_ERROR = /err/i;

/**
 * Whether a function that goes by the name of what goes through a list is no such one, but a node-style callback:
 * `db.find((err, found) => …)`, and not `errors.find((error, index) => …)`.
 */
export function takesErrorAndValue(run: AnyFunction): boolean {
  return run.length >= 2 && saysErrorFirst(run) && !isPlaceName(parametersOf(run)[1]!);
}

/** Whether a function is a node-style callback beyond doubt, as that of `util.promisify` is: `(err, ...values) => …`. */
export function saysErrorFirst(run: AnyFunction): boolean {
  const [first = "", second = ""] = parametersOf(run);
  return SAYS_ERROR.test(first) && ERROR.test(first) && second !== "";
}

function parametersOf(run: AnyFunction): string[] {
  const parameters = ALL_IN_BRACKETS.exec(textOfFunction(run))?.[1] ?? "";
  return parameters.split(",").map((one) => one.trim());
}

/**
 * Whether a function takes what an operation gives as its only parameter, and no error before it: `row => …`,
 * `function ({ data }) { … }`.
 */
export function takesOnlyValue(run: AnyFunction): boolean {
  if (run.length !== 1) return false;
  const first = firstParameter(run);
  return first !== undefined && !ERROR.test(first);
}

/** Whether a function is what a promise is made with, by its two parameters: `(resolve, reject) => …`. */
export function isExecutor(run: AnyFunction): boolean {
  if (run.length !== 2) return false;
  const parameters = ALL_IN_BRACKETS.exec(textOfFunction(run))?.[1] ?? "";
  const [first = "", second = ""] = parameters.split(",").map((one) => one.trim());
  return /^_*(?:resolve|fulfill?|accept)$/.test(first) && /^_*reject$/.test(second);
}

/** What goes on to the next item. */
const GOES_ON = /^_*(?:next|done|cb|callback|proceed|resume)(?:[A-Z_]\w*)?$|(?:Next|Done|Callback|Cb)$/;
const ALL_IN_BRACKETS = new RegExp(`^${WORDS}(?:${KEY}${GAP})?\\(([^()]*)\\)`, "u");

/** Whether a function takes an item, no error before it, and at last what goes on to the next: `(row, next) => …`. */
export function takesItem(run: AnyFunction): boolean {
  if (run.length < 2 || isErrorFirst(run)) return false;
  const parameters = ALL_IN_BRACKETS.exec(textOfFunction(run))?.[1];
  const last = parameters?.split(",").findLast((one) => one.trim() !== "");
  return last !== undefined && GOES_ON.test(last.trim());
}

/** Whether a function's first parameter is named as handlers of a server name what came in. */
export function takesRequest(run: AnyFunction): boolean {
  return /^_*(?:re?q|request|ctx|context)$/i.test(firstParameter(run) ?? "");
}

/** Whether a function's first parameter is named as what a server answers. */
export function takesAnswer(run: AnyFunction): boolean {
  return /^_*(?:data|body|resp?|response|result|html|json|text|xml)$/i.test(firstParameter(run) ?? "");
}
