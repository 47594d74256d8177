import type { Runtime } from "../../bench-worker/host/api.ts";
import { runsOn } from "../../bench-worker/host/gallery/runs-on.ts";
import { behavesAsAllDo } from "../../variants/conformance/behaviour.ts";
import { installMissing } from "../../variants/conformance/install-missing.ts";
import { readCatalogue } from "../../variants/conformance/laid-out.ts";
import { installedRuntime } from "./installed-runtime.ts";

// Every variant of the gallery on the engines that it works on, beside the Node at hand, on which `npm test` has them. The
// versions are those that the packages had when this was written; only the major number decides.
const ENGINES: Readonly<Record<string, string>> = {
  "node@0.10": "0.10.48",
  "node@0.12": "0.12.18",
  "node@4": "4.9.1",
  "node@6": "6.17.1",
  "node@8": "8.17.0",
  "node@10": "10.24.1",
  "node@12": "12.22.12",
  "node@14": "14.21.3",
  "node@16": "16.20.2",
  "node@18": "18.20.8",
};

const { variants } = readCatalogue();

describe("the gallery on other engines", function () {
  before(async function () {
    this.timeout(600_000);
    await installMissing(variants);
  });

  for (const [name, version] of Object.entries(ENGINES)) {
    describe(name, () => {
      let runtime: Runtime;
      before(async function () {
        this.timeout(300_000);
        const found = await installedRuntime(name);
        // Not every platform has every engine.
        if (found === null) this.skip();
        else runtime = found;
      });
      for (const entry of variants.filter((one) => runsOn(one, { name: "node", version }))) {
        describe(entry.name, () => behavesAsAllDo(entry, () => runtime));
      }
    });
  }
});
