import { countsInWords, sequenceInWords } from "./counts-words.ts";
import type { InSource, TargetResult } from "./target-result.ts";

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
  const made = ioCalls < 2 ? ["none", "1"][ioCalls]! : `${ioCalls}${sequenceInWords(counters)}`;
  const why = inSource.why.map((one) => WHY[one]).join("; ");
  return `Its source shows ${countsInWords(inSource)}; the measured call made ${made}${why === "" ? "" : `: ${why}`}.`;
}
