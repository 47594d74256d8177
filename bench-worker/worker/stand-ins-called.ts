import { WRITE_FAKES_COMMAND } from "../fakes-file/command.ts";
import { remark, type Remark } from "../remark.ts";
import type { CalledFake } from "./io/fake-uses.ts";
import type { IoCore } from "./io/io-core.ts";
import { classSetTo } from "./load/classes-set.ts";
import { hasFunctionNamed, type NamedCall } from "./load/project-functions.ts";
import { packageOfFile } from "./load/package-name.ts";
import type { Contestant } from "./measure/contestant.ts";
import type { Recording } from "./measure/record.ts";

type Of = Pick<Contestant, "target" | "recording">;
type Calls = NonNullable<NonNullable<Remark["data"]>["calls"]>;

/** Calls that are named. */
const NAMED_AT_MOST = 4;

/**
 * The remark on I/O calls of a contestant, the last, that it makes on stand-ins: what they stand for may be the project's own, whose I/O calls would count
 * then. Where no function of the project goes by such a name, they are taken for those of a client. Null where there are none. What a package gives is
 * none of them, nor a function that it is handed itself and calls.
 */
export function standInsCalled({ target, recording }: Of, core: IoCore): Remark | null {
  const { fakes, source } = target;
  const called = unknownCalls({ target, recording }, core).filter(
    ({ name }) => !isOfPackage(name, source.file),
  );
  if (called.length === 0) return handedIn({ target, recording }, core);
  const calls = called.map(({ expression, line = null }) => ({ expression, line }));
  const mayBeOwn =
    called.some((call) => isOfThis(call) || mayOnlyCompute(call)) ||
    hasFunctionNamed(
      called.map((call) => ({ ...placeOf(call, recording), name: methodOf(call.expression) })),
      source.file,
    );
  const roots = new Set(called.map(({ name }) => rootOf(name)));
  const failures = [...(fakes.instances?.failures ?? [])].flatMap(([name, why]) =>
    roots.has(name) ? [why] : [],
  );
  return mayBeOwn
    ? remark("stand-ins-called", [unknown(calls), ...failures, MAY_BE_OWN].join(" "), { calls })
    : remark("clients-called", client(calls), { calls });
}

/** The I/O calls of a contestant, the last, that it makes on stand-ins of which nobody knows what they stand for. */
export function unknownCalls(of: Of, core: IoCore): CalledFake[] {
  const { fakes } = of.target;
  const isHanded = handedTo(of);
  return inferredCalls(of, core)
    .filter(({ name }) => !isHanded(name) && !fakes.isModule(rootOf(name)))
    .filter(({ name }) => fakes.packageOf(name) === undefined);
}

/** The remark on a function that it is handed itself, and that counts as an I/O call; null where there is none. */
function handedIn(of: Of, core: IoCore): Remark | null {
  const isHanded = handedTo(of);
  const calls = inferredCalls(of, core)
    .filter(({ name, kind }) => kind !== "stream" && isHanded(name))
    .map(({ expression, line = null }) => ({ expression, line }));
  if (calls.length === 0) return null;
  const text = `What ${callsInWords(calls)} does is up to who calls this function: each call of it counts as one I/O call.`;
  return remark("handed-in", text, { calls });
}

/** The stand-ins of which it was inferred that calls of them are I/O calls, and that were counted as such. */
function inferredCalls({ recording }: Of, core: IoCore): CalledFake[] {
  const counted = new Set(recording.operations.map(({ expression }) => expression));
  return core.calledFakes.filter(
    ({ name, kind, from }) => kind !== "sync" && from === "inferred" && counted.has(name),
  );
}

/** Tells the names of what the function is handed. */
function handedTo({ target }: Of): (name: string) => boolean {
  const handed = new Set(target.asyncFunction.parameters.map(({ name }) => name));
  return (name) => handed.has(name);
}

const UNKNOWN_PLACE: Omit<NamedCall, "name"> = { file: "", line: null };

/** Whether a call is made on a member that the project sets to instances of a package's class: that is a client. */
function isOfPackage(name: string, file: string): boolean {
  const receiver = /[.]([\w$]+)$/.exec(name.slice(0, Math.max(name.lastIndexOf("."), 0)))?.[1];
  const set = receiver === undefined ? undefined : classSetTo(receiver, file);
  return set !== undefined && "packageName" in set;
}

/** Where the project makes a call itself. */
function placeOf({ name }: CalledFake, { operations }: Recording): Omit<NamedCall, "name"> {
  const frames = operations.find(({ expression }) => expression === name)?.frames ?? [];
  return frames.find(({ file }) => packageOfFile(file) === null) ?? UNKNOWN_PLACE;
}

const MAY_BE_OWN = `Where it is code of the project, the I/O calls that it makes count instead: record a call (async-cost record), or give it in a fakes file (${WRITE_FAKES_COMMAND}).`;

function unknown(calls: Calls): string {
  return `It is not known what ${callsInWords(calls)} ${calls.length === 1 ? "does" : "do"}, so each call counts as one I/O call.`;
}

function client(calls: Calls): string {
  const are = calls.length === 1 ? "is taken for an I/O call" : "are taken for I/O calls";
  return `${callsInWords(calls)} ${are} of a client: no other function of the project goes by such a name.`;
}

/** `db.find at line 3, db.save at line 4 and 2 more` */
export function callsInWords(calls: Calls): string {
  const named = calls
    .slice(0, NAMED_AT_MOST)
    .map(({ expression, line }) => (line === null ? expression : `${expression} at line ${line}`));
  const more = calls.length > NAMED_AT_MOST ? ` and ${calls.length - NAMED_AT_MOST} more` : "";
  return `${named.join(", ")}${more}`;
}

/** What the name of a fake begins with: `db` of `new db.Pool().query`. */
function rootOf(name: string): string {
  return /^(?:new )*([\p{ID_Continue}$]+)/u.exec(name)?.[1] ?? "";
}

/** A member of the function's own object, which is of the project, whatever it is. */
function isOfThis({ expression }: CalledFake): boolean {
  return /^this\.[^.]+$/.test(expression);
}

/**
 * A function that goes by a name alone, of which the promise is used: `reduce` waits for each of what it is handed, be it I/O or not. So
 * may a stream be fed by what is in memory.
 */
function mayOnlyCompute({ expression, kind }: CalledFake): boolean {
  return kind === "stream" || (kind === "promise" && !expression.includes("."));
}

/** `query` of `pool.connect().query`, `tasks` of `tasks[0]`. */
function methodOf(expression: string): string {
  const names = expression.replaceAll(/\[[^[\]]*\]/g, "").match(/[\p{ID_Continue}$#]+/gu);
  return names?.at(-1) ?? expression;
}
