import path from "node:path";
import { PLACED } from "../../contract/placed.ts";
import type { RawCall, RecorderLine, SeenFunction } from "../../contract/recorder-lines.ts";
import {
  RECORDING_VERSION,
  type RecordedCall,
  type RecordedFunction,
  type Recording,
} from "../../contract/recording.ts";
import { siteText } from "./stale.ts";
import { usualFirst } from "./usual-first.ts";
import type { PresentText, TextFunction, TextFunctions } from "./text-functions.ts";

/** What the lines of a run are made into. */
export interface Assembled {
  /** In the order of their files. */
  readonly recordings: readonly Recording[];
  /** Files of the project that were loaded. */
  readonly files: number;
  readonly functions: number;
  readonly calls: number;
  readonly paths: number;
  /** Calls that were kept whole. */
  readonly kept: number;
  /** Kept calls something of which was left out, as it was too large or too deep. */
  readonly cut: number;
  /** Texts that were replaced, as they may be secrets. */
  readonly redacted: number;
  /** Calls of functions that the files have not got at the place where they were seen. */
  readonly unplaced: number;
  /** What the recorder wants the user to know, each sentence once. */
  readonly notes: readonly string[];
}

/** How recordings are made. */
export interface AssemblyOptions {
  /** The project's folder. */
  readonly root: string;
  /** Calls of each path that are kept whole. */
  readonly callsOfPath: number;
  readonly present: PresentText;
}

type Path = RecordedFunction["paths"][number];
type Line = Extract<RecorderLine, { what: "calls" }>;

/** A function of a kept call, and its index among those. */
interface Place {
  readonly file: string;
  readonly own: TextFunction;
  readonly index: number;
}

interface FunctionCalls {
  readonly name: string;
  readonly own: TextFunction;
  readonly paths: Map<string, Path>;
}

/** Makes recordings of the recorder's lines, which may come from several processes, in any order between those. */
export class Assembly {
  readonly #options: AssemblyOptions;
  /** By file, and by where the function begins in it. */
  readonly #files = new Map<string, Map<number, FunctionCalls>>();
  readonly #loaded = new Set<string>();
  readonly #notes = new Set<string>();
  #unplaced = 0;

  constructor(options: AssemblyOptions) {
    this.#options = options;
  }

  /** Takes in a line. */
  add(line: RecorderLine): void {
    if (line.what === "file") this.#loaded.add(line.file);
    else if (line.what === "note") this.#notes.add(line.text);
    else if (!this.#addCalls(line)) this.#unplaced += line.calls;
  }

  /** All that was taken in so far. */
  done(): Assembled {
    const recordings = [...this.#files]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([file, functions]): Recording => ({
        version: RECORDING_VERSION,
        file,
        functions: [...functions.values()]
          .sort((left, right) => left.own.start - right.own.start)
          .map(({ name, own, paths }) => ({
            name,
            line: own.line,
            column: own.column,
            textHash: own.textHash,
            paths: withoutWoken([...paths.values()]).sort(usualFirst),
          })),
      }));
    const functions = recordings.flatMap((recording) => recording.functions);
    const paths = functions.flatMap((one) => one.paths);
    const kept = paths.flatMap((one) => one.kept);
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
    return {
      recordings,
      files: this.#loaded.size,
      functions: functions.length,
      calls: sum(paths.map(({ calls }) => calls)),
      paths: paths.length,
      kept: kept.length,
      cut: kept.filter(({ cut }) => cut !== undefined && cut.length > 0).length,
      redacted: sum(kept.map(({ redacted = 0 }) => redacted)),
      unplaced: this.#unplaced,
      notes: [...this.#notes],
    };
  }

  /** False where the text has no such function. */
  #addCalls({ function: seen, path: sites, calls, call }: Line): boolean {
    const file = this.#relative(seen.file);
    const text = file === null ? null : this.#options.present(file);
    const own = text === null ? undefined : functionIn(text, seen);
    if (file === null || text === null || own === undefined) return false;
    const functions = this.#files.get(file) ?? new Map<number, FunctionCalls>();
    this.#files.set(file, functions);
    const known: FunctionCalls = functions.get(own.start) ?? {
      name: text.nameOf(own) ?? seen.name,
      own,
      paths: new Map(),
    };
    functions.set(own.start, known);
    const texts = sites.map((one) => {
      const site = this.#atStart(one);
      return siteText({ ...site, file: this.#relative(site.file) ?? site.file }, file);
    });
    const key = texts.join("\n");
    const before = known.paths.get(key) ?? { sites: texts, calls: 0, kept: [] };
    const whole = call === undefined ? null : this.#recorded(call);
    const kept = whole === null ? before.kept : [...before.kept, whole].sort(firstFirst);
    known.paths.set(key, {
      sites: texts,
      calls: before.calls + calls,
      kept: kept.slice(0, this.#options.callsOfPath),
    });
    return true;
  }

  /** Null for a call whose own function is not in the text: what it is of could never be told. */
  #recorded(call: RawCall): RecordedCall | null {
    const cut = [...(call.cut ?? [])];
    const places: Place[] = [];
    const functions: RecordedCall["functions"] = [];
    for (const seen of call.functions) {
      const place = this.#placeOf(seen);
      if (place === null) {
        if (functions.length === 0) return null;
        cut.push(`${seen.name}, which ran in it, is not in the text: whether it changes cannot be told`);
        continue;
      }
      places.push({ ...place, index: functions.length });
      const { line, textHash } = place.own;
      functions.push({ file: place.file, name: seen.name, line, textHash });
    }
    const isInside = call.answers.map(({ file }) => this.#relative(file) !== null);
    const placeOf = (index: number | undefined): number | undefined =>
      index === undefined || isInside[index] !== true
        ? undefined
        : isInside.slice(0, index).filter(Boolean).length;
    const answers = call.answers.flatMap((seen): RecordedCall["answers"] => {
      const answer = this.#atStart(seen);
      const file = this.#relative(answer.file);
      if (file === null) {
        cut.push(`${answer.expression} was called outside of the project`);
        return [];
      }
      const { arguments: given, value, callbacks, receiverFrom: from, calledAt, ...rest } = answer;
      const receiverFrom = placeOf(from);
      const calledIn = calledAt === undefined ? null : this.#relative(calledAt.file);
      return [
        {
          ...rest,
          file,
          ...this.#within(file, answer, places),
          ...(calledAt === undefined || calledIn === null
            ? {}
            : { calledAt: { ...calledAt, file: calledIn, ...this.#within(calledIn, calledAt, places) } }),
          arguments: given.map((one) => this.#value(one)),
          ...(value === undefined ? {} : { value: this.#value(value) }),
          ...(receiverFrom === undefined ? {} : { receiverFrom }),
          ...(callbacks === undefined
            ? {}
            : {
                callbacks: callbacks.map(({ during: at, ...one }) => {
                  const during = placeOf(at);
                  return {
                    ...one,
                    arguments: one.arguments.map((each) => this.#value(each)),
                    ...(during === undefined ? {} : { during }),
                  };
                }),
              }),
        },
      ];
    });
    const variables = call.variables.flatMap((variable) => {
      const file = this.#relative(variable.file);
      return file === null ? [] : [{ ...variable, file, value: this.#value(variable.value) }];
    });
    const { outcome } = call;
    return {
      ...call,
      ...(call.this === undefined ? {} : { this: this.#value(call.this) }),
      arguments: call.arguments.map((one) => this.#value(one)),
      ...(call.around === undefined ? {} : { around: this.#value(call.around) }),
      variables,
      outcome: {
        ...outcome,
        ...(outcome.value === undefined ? {} : { value: this.#value(outcome.value) }),
        ...(outcome.by === undefined ? {} : { by: placeOf(outcome.by) }),
      },
      answers,
      functions,
      ...(cut.length === 0 ? {} : { cut }),
    };
  }

  /** What has the place of a function, where that starts. */
  #atStart<T extends Omit<SeenFunction, "name">>({ isInside, ...seen }: T): Omit<T, "isInside"> {
    const place = isInside === true ? this.#placeOf({ ...seen, name: "", isInside }) : null;
    return place === null ? seen : { ...seen, line: place.own.line, column: place.own.column };
  }

  #placeOf(seen: SeenFunction): { file: string; own: TextFunction } | null {
    const file = this.#relative(seen.file);
    const text = file === null ? null : this.#options.present(file);
    const own = text === null ? undefined : functionIn(text, seen);
    return file === null || own === undefined ? null : { file, own };
  }

  /** Where a site is in the innermost of some functions; nothing where it is in none of them. */
  #within(
    file: string,
    site: { line: number; column: number },
    places: readonly Place[],
  ): Pick<RecordedCall["answers"][number], "within"> {
    const token = this.#options.present(file)?.tokenAt(site);
    if (token === undefined) return {};
    const around = places
      .filter((one) => one.file === file && one.own.firstToken <= token && token < one.own.endToken)
      .sort((left, right) => right.own.firstToken - left.own.firstToken)[0];
    return around === undefined
      ? {}
      : { within: { function: around.index, token: token - around.own.firstToken } };
  }

  /** Relative to the project, with forward slashes; null outside of it. */
  #relative(file: string): string | null {
    const relative = path.relative(this.#options.root, file);
    const isOutside = relative === "" || relative.startsWith("..") || path.isAbsolute(relative);
    return isOutside ? null : relative.split(path.sep).join("/");
  }

  /** A value with the places of classes and functions in it relative to the project. */
  #value(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((one: unknown) => this.#value(one));
    const kind = "$" in value ? value.$ : undefined;
    if (!("file" in value) || !PLACED.has(kind)) return this.#values(value);
    const { file, line, column, isInside, ...rest } = value as Placed;
    const relative = typeof file === "string" ? this.#relative(file) : null;
    const others = this.#values(rest);
    if (relative === null) return others;
    if (line === undefined || column === undefined)
      return { ...others, file: relative, ...(line === undefined ? {} : { line }) };
    const inside = isInside === true ? { isInside } : {};
    const place = this.#placeOf({ file: file as string, name: "", line, column, ...inside });
    // What no text has, nothing makes again.
    if (place === null) return { $: kind, name: others["name"] };
    const { own } = place;
    return { ...others, file: relative, line: own.line, column: own.column, textHash: own.textHash };
  }

  #values(value: object): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#value(one)]));
  }
}

/**
 * Calls that others had go on are kept of functions of which there are no other ones: what they read may have been changed meanwhile by
 * those others, which no replay knows.
 */
function withoutWoken(paths: readonly Path[]): Path[] {
  const isAlone = ({ answers }: RecordedCall): boolean => answers.every(({ style }) => style !== "wake");
  if (!paths.some(({ kept }) => kept.some(isAlone))) return [...paths];
  return paths.map((path) => ({ ...path, kept: path.kept.filter(isAlone) }));
}

interface Placed {
  readonly file: unknown;
  readonly line?: number;
  /** Of a function: it has a text of its own. */
  readonly column?: number;
  readonly isInside?: boolean;
}

function functionIn(text: TextFunctions, seen: SeenFunction): TextFunction | undefined {
  return seen.isInside === true ? text.around(seen) : text.beginningAt(seen);
}

function firstFirst(left: RecordedCall, right: RecordedCall): number {
  return left.recordedAt === right.recordedAt ? 0 : left.recordedAt < right.recordedAt ? -1 : 1;
}
