import { harness } from "../../harness/intrinsics.ts";
import { immediates } from "../immediates.ts";
import { compareAll } from "./run.ts";

// For a Node of any version: prints the comparisons as JSON. A flaw that is named shows that they can fail.
const [flaw] = process.argv.slice(2);
switch (flaw) {
  case "no drain":
    Reflect.set(harness, "drain", () => undefined);
    break;
  case "one completion a turn":
    Reflect.set(harness, "drain", undefined);
    break;
  case "no wait for immediates":
    Object.defineProperty(immediates, "pending", { get: () => 0, set: () => undefined });
    break;
}
void compareAll(flaw === undefined ? undefined : 3).then((comparisons) =>
  process.stdout.write(JSON.stringify(comparisons)),
);
