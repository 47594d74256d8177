import { countsInWords, sequenceInWords } from "./counts-words.ts";
import { growthInWords } from "./item-growth.ts";
import type { Counters, InSource, TargetResult } from "./target-result.ts";

const WHY: Readonly<Record<InSource["why"][number], string>> = {
  "not-reached": "it did not come to all of them",
  "at-once": "some of them gave their answer at once",
  repeated: "it made some more than once",
  elsewhere: "some are made by functions that it calls",
  unseen: "some cannot be told from its text",
};

/**
 * Where the call that was measured made other I/O calls than its source shows: one sentence on that, and why as far as it is
 * known; one on how they grow with the items of lists. Null where it made the same, and where that is not known.
 */
export function unlikeSource(counters: TargetResult["counters"]): string | null {
  if (counters === undefined) return null;
  const growth = growthInWords(counters);
  const said = [
    ...(growth === null ? [] : [`It makes ${growth}; ${measuredWith(counters)}.`]),
    ...otherCalls(counters),
  ];
  return said.length === 0 ? null : said.join(" ");
}

function measuredWith({ byItems }: Counters): string {
  if (byItems?.lists.length === 0) return "that of the measured call has one";
  const areWithin = byItems?.lists.some((name) => name.includes("[")) === true;
  return `the lists of the measured call have two${areWithin ? ", those within their items one" : ""}`;
}

function otherCalls({ inSource, ioCalls, criticalPath, byItems }: Counters): string[] {
  // How often it makes them is told by the items.
  const isTold = byItems !== undefined && inSource?.why.every((one) => one === "repeated") === true;
  if (inSource === undefined || isTold) return [];
  const made =
    ioCalls < 2 ? ["none", "1"][ioCalls]! : `${ioCalls}${sequenceInWords({ ioCalls, criticalPath })}`;
  const why = inSource.why.map((one) => WHY[one]).join("; ");
  return [
    `Its source shows ${countsInWords(inSource)}; the measured call made ${made}${why === "" ? "" : `: ${why}`}.`,
  ];
}
