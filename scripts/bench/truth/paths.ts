import { namedPlace, type RecordedFunction } from "../../../bench-worker/contract/recording.ts";
import { fails } from "../../../bench-worker/host/recordings/usual-first.ts";
import { waterfall } from "../../../bench-worker/waterfall.ts";
import type { Site, TruePath } from "./judge-truth.ts";

type Path = RecordedFunction["paths"][number];
type Answer = Path["kept"][number]["answers"][number];

/**
 * What the recording of a function says of its paths, for whoever judges by it. By what counts as an I/O call for us: to wait for time is
 * none, and to read the body of what a call has answered is the second half of that call. Where a function's own place is a site, a later
 * call of it had that one go on.
 */
export function truePaths({
  paths,
  line,
  column,
}: Pick<RecordedFunction, "paths" | "line" | "column">): TruePath[] {
  const others = new Set(
    paths.flatMap((path) => [...bodyReaders(path), ...wakesIn(path), ...timersIn(path)]),
  );
  others.add(`${line}:${column}`);
  const doubles = new Set(paths.flatMap(doublesIn));
  return paths.map((path) => {
    const sites = path.sites
      .filter((site) => !others.has(placeIn(site)))
      .map((site) => siteOf(site, doubles.has(placeIn(site))));
    return {
      calls: path.calls,
      sites: sites.filter(isNoTimer),
      end: endOf(path),
      sequence: sequenceOf(path),
    };
  });
}

const TIMERS: ReadonlySet<string> = new Set([
  "setTimeout",
  "setImmediate",
  "process.nextTick",
  "queueMicrotask",
]);
const READS_BODY: ReadonlySet<string> = new Set(["text", "json", "arrayBuffer", "blob", "bytes", "formData"]);

function isNoTimer({ expression }: Pick<Site, "expression">): boolean {
  return !TIMERS.has(expression);
}

/** Where a path calls what a test has put there. */
function doublesIn(path: Path): string[] {
  return placesOf(path, ({ kind }) => kind === "double");
}

/** Where the functions are by which other calls had those of a path go on. */
function wakesIn(path: Path): string[] {
  return placesOf(path, ({ style }) => style === "wake");
}

/** Where a path sets a timer, whatever the text calls that. */
function timersIn(path: Path): string[] {
  return path.kept.flatMap(({ answers }) =>
    answers.flatMap((answer) => {
      const { line, column } = namedPlace(answer);
      return isNoTimer(answer) ? [] : [`${line}:${column}`];
    }),
  );
}

function placesOf({ kept }: Path, isMeant: (answer: Answer) => boolean): string[] {
  return kept.flatMap(({ answers }) =>
    answers.filter(isMeant).map(({ line, column }) => `${line}:${column}`),
  );
}

/** Where a path reads the bodies of what its I/O calls have answered. */
function bodyReaders({ kept }: Path): string[] {
  return kept.flatMap(({ answers }) =>
    answers.filter((one) => isBodyReader(one, answers)).map(({ line, column }) => `${line}:${column}`),
  );
}

function isBodyReader({ expression, receiverFrom }: Answer, answers: readonly Answer[]): boolean {
  const giver = receiverFrom === undefined ? undefined : answers[receiverFrom];
  const isOfIo = giver !== undefined && giver.style !== "sync";
  return isOfIo && READS_BODY.has(expression.slice(expression.lastIndexOf(".") + 1));
}

/** `12:9` of `lib/a.js:12:9 db.get`. */
function placeIn(site: string): string {
  return site.slice(0, site.indexOf(" ")).split(":").slice(-2).join(":");
}

const SITE = /^(?:(.+?):)?(\d+):\d+ (.*)$/s;

function siteOf(text: string, isHandedIn: boolean): Site {
  const [, file = null, line, expression = text] = SITE.exec(text) ?? [];
  return { file, line: line === undefined ? null : Number(line), expression, isHandedIn };
}

function endOf(path: Path): TruePath["end"] {
  if (path.kept.length === 0) return "unknown";
  if (path.kept.every(({ outcome }) => outcome.how === "pending")) return "never";
  if (!fails(path)) return "value";
  return path.kept.every(({ outcome }) => outcome.how === "error") ? "error" : "told";
}

/** A test's function that calls back within a millisecond: whether others could have been under way beside it is not known. */
function hasAnsweredAtOnce({ kind, style, startMilliseconds, endMilliseconds }: Answer): boolean {
  const milliseconds = endMilliseconds === null ? Infinity : endMilliseconds - startMilliseconds;
  return kind === "double" && style === "callback" && milliseconds < 1;
}

function sequenceOf({ kept, sites }: Path): TruePath["sequence"] {
  const [call] = kept;
  if (call === undefined || sites.length === 0 || call.answers.some(hasAnsweredAtOnce)) return null;
  const laid = waterfall(
    call.answers.filter(
      (one) =>
        one.style !== "sync" &&
        one.style !== "wake" &&
        isNoTimer(namedPlace(one)) &&
        !isBodyReader(one, call.answers),
    ),
    call,
  );
  return laid === null ? null : { atMost: laid.steps, overlaps: laid.mostInFlight > 1 };
}
