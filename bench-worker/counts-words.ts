import type { InSource, TargetResult } from "./document.ts";
import { counted } from "./quantity.ts";

/** How many I/O calls there are, and how many of them come one after the other. */
interface Counts {
  readonly ioCalls: number;
  readonly criticalPath: number;
  /** Whether a loop makes some of them in each of its rounds. */
  readonly inLoop?: boolean;
}

/** `7 I/O calls in sequence`, `7 I/O calls, 5 in sequence`, `3 I/O calls, none in sequence`, `1 I/O call in a loop`. */
export function countsInWords({ ioCalls, criticalPath, inLoop = false }: Counts): string {
  if (ioCalls === 0) return "no I/O calls";
  const loop = inLoop ? "in a loop" : "";
  if (ioCalls === 1) return `1 I/O call ${loop}`.trimEnd();
  return (
    counted(ioCalls, "I/O call") + sequence({ ioCalls, criticalPath }) + (loop === "" ? "" : `, ${loop}`)
  );
}

function sequence({ ioCalls, criticalPath }: Counts): string {
  if (criticalPath === ioCalls) return " in sequence";
  return `, ${criticalPath > 1 ? criticalPath : "none"} in sequence`;
}

const WHY: Readonly<Record<InSource["why"][number], string>> = {
  "not-reached": "it did not come to all of them",
  "at-once": "some of them gave their answer at once",
  repeated: "it made some more than once",
  elsewhere: "some are made by functions that it calls",
  unseen: "some cannot be told from its text",
};

/**
 * Where the call that was measured made other I/O calls than its source shows: one sentence on that, and why as far as it is
 * known. Null where it made the same, and where that is not known.
 */
export function unlikeSource(counters: TargetResult["counters"]): string | null {
  if (counters?.inSource === undefined) return null;
  const { inSource, ioCalls } = counters;
  const made = ioCalls < 2 ? ["none", "1"][ioCalls]! : `${ioCalls}${sequence(counters)}`;
  const why = inSource.why.map((one) => WHY[one]).join("; ");
  return `Its source shows ${countsInWords(inSource)}; the measured call made ${made}${why === "" ? "" : `: ${why}`}.`;
}
