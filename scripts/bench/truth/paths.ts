import type { RecordedFunction } from "../../../bench-worker/contract/recording.ts";
import { fails } from "../../../bench-worker/host/recordings/usual-first.ts";
import { waterfall } from "../../../bench-worker/waterfall.ts";
import type { Site, TruePath } from "./judge-truth.ts";

type Path = RecordedFunction["paths"][number];

/** What the recording of a function says of its paths, for whoever judges by it. */
export function truePaths({ paths }: Pick<RecordedFunction, "paths">): TruePath[] {
  return paths.map((path) => ({
    calls: path.calls,
    sites: path.sites.map(siteOf),
    end: endOf(path),
    sequence: sequenceOf(path),
  }));
}

const SITE = /^(?:(.+?):)?(\d+):\d+ (.*)$/s;

function siteOf(text: string): Site {
  const [, file, line, expression = text] = SITE.exec(text) ?? [];
  return { line: file === undefined && line !== undefined ? Number(line) : null, expression };
}

function endOf(path: Path): TruePath["end"] {
  if (path.kept.length === 0) return "unknown";
  if (path.kept.every(({ outcome }) => outcome.how === "pending")) return "never";
  if (!fails(path)) return "value";
  return path.kept.every(({ outcome }) => outcome.how === "error") ? "error" : "told";
}

function sequenceOf({ kept, sites }: Path): TruePath["sequence"] {
  const [call] = kept;
  if (call === undefined || sites.length === 0) return null;
  const laid = waterfall(
    call.answers.filter(({ style }) => style !== "sync"),
    call,
  );
  return laid === null ? null : { atMost: laid.steps, overlaps: laid.mostInFlight > 1 };
}
