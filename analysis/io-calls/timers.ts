import type { Call } from "../functions/found.ts";
import { calleePath } from "../patterns/chains.ts";
import { localName, textAt, type FileView } from "../patterns/file-view.ts";
import { NameFilter } from "../patterns/name-filter.ts";
import { functionWithParameter } from "../patterns/parameter-names.ts";
import { hasPureRoot, localCallee } from "./plain-calls.ts";
import { isExecutor } from "../patterns/promises.ts";

/** What waits for nothing but time, by its last name, be it Node's, a package's or a project's. */
const SLEEPS =
  /^_?(?:sleep|delay|nap|snooze|setTimeout|setImmediate|setInterval)(?:Ms|For|Seconds|Millis(?:econds)?|Promise|Async)?$/;
/** What waits for a browser to have drawn what has changed. */
const WAITS_FOR_DRAWING = /(?:^|\.)\$?nextTick$|^svelte\.tick$/;
/** What does so where it is called by this name alone, and given a number. */
const WAITS = /^(?:wait|waitFor|pause|timeout)$/;

const SETS_TIMER = ["setTimeout", "setImmediate", "sleep", "delay"];
const SETTING = new NameFilter(SETS_TIMER);
/** What may stand beside such a call where no more is done than to wait. */
const BELONGS_TO_TIMER =
  /^(?:setTimeout|setImmediate|setInterval|clearTimeout|clearInterval|clearImmediate|sleep|delay|unref|ref|bind|promisify|addEventListener|removeEventListener|on|once|off)$/;
/** Functions have so many calls at most that do no more than to wait, and stand so deep around the timer. */
const MOST_CALLS = 12;
const MOST_LEVELS = 4;
/** So many functions stand between one that waits and the timer at most. */
const MOST_PASSES = 4;

/** Whether a call that is waited for answers when some time has passed, and does no I/O: `sleep(100)`. */
export function isTimer(view: FileView, call: Call): boolean {
  if (call.constructs || call.nameToken < 0 || call.open === call.end) return false;
  const local = localCallee(view, call);
  if (local !== undefined) return functionsThatSleep(view).has(local);
  const name = textAt(view, call.nameToken);
  if (SLEEPS.test(name)) return true;
  if (WAITS.test(name) && call.start === call.nameToken) return /^\d/.test(textAt(view, call.open + 1));
  const path = calleePath(view, call);
  if (WAITS_FOR_DRAWING.test(path)) return true;
  return /(?:^|\.)(?:scheduler\.(?:wait|yield)|set(?:Timeout|Immediate|Interval))$/.test(path);
}

const sleeping = new WeakMap<FileView, ReadonlySet<number>>();

/** The functions of a file that wait for time and do nothing else: `(ms) => new Promise((ok) => setTimeout(ok, ms))`. */
export function functionsThatSleep(view: FileView): ReadonlySet<number> {
  const known = sleeping.get(view);
  if (known !== undefined) return known;
  const found = new Set<number>();
  const { nameTokens, nameKeys, owners, length } = view.calls;
  for (let call = 0; call < length; call++) {
    if (!SETTING.hasKey(nameKeys[call]!)) continue;
    const name = nameTokens[call]!;
    if (name < 0 || !SETS_TIMER.includes(textAt(view, name))) continue;
    addAround(view, owners[call]!, found);
  }
  for (let before = 0, pass = 0; before < found.size && pass < MOST_PASSES; pass++) {
    before = found.size;
    addCallers(view, found);
  }
  sleeping.set(view, found);
  return found;
}

/** Adds functions that only wait, from one on outwards. */
function addAround(view: FileView, index: number, found: Set<number>): void {
  for (let level = 0; index >= 0 && level < MOST_LEVELS; level++) {
    if (!found.has(index) && onlyWaits(view, index, found)) found.add(index);
    index = view.functions[index]!.parent;
  }
}

/** Adds functions that only wait by calling those found so far: `async function backOff(n) { await pause(2 ** n); }`. */
function addCallers(view: FileView, found: Set<number>): void {
  const names = [...found].flatMap((index) => localName(view, view.functions[index]!) || []);
  if (names.length === 0) return;
  const called = new NameFilter(names);
  const { nameTokens, nameKeys, starts, owners, length } = view.calls;
  for (let call = 0; call < length; call++) {
    if (!called.hasKey(nameKeys[call]!)) continue;
    const name = nameTokens[call]!;
    if (name < 0 || name !== starts[call] || owners[call]! < 0) continue;
    const local = view.functionNamed.within(textAt(view, name), owners[call]!);
    if (local !== undefined && found.has(local)) addAround(view, owners[call]!, found);
  }
}

function onlyWaits(view: FileView, index: number, sleepers: ReadonlySet<number>): boolean {
  const { calls } = view;
  const { start, end } = view.functions[index]!;
  const first = calls.firstFrom(start);
  const after = calls.firstFrom(end);
  if (after - first > MOST_CALLS) return false;
  for (let at = first; at < after; at++) if (!belongsToTimer(view, calls.at(at), sleepers)) return false;
  return true;
}

function belongsToTimer(view: FileView, call: Call, sleepers: ReadonlySet<number>): boolean {
  if (call.constructs) return true;
  if (call.nameToken < 0) return false;
  const name = textAt(view, call.nameToken);
  if (BELONGS_TO_TIMER.test(name) || hasPureRoot(view, call)) return true;
  if (call.start !== call.nameToken) return false;
  const around = functionWithParameter(view, call.owner, name);
  if (around >= 0) return isExecutor(view, view.functions[around]!);
  const local = view.functionNamed.within(name, call.owner);
  return local !== undefined && sleepers.has(local);
}
