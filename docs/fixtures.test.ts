import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runWorker } from "../bench-worker/worker/fixtures/run-worker.ts";

describe("the page about fakes files", () => {
  const page = readFileSync(fileURLToPath(new URL("fixtures.md", import.meta.url)), "utf8");
  const [source, fakesFile] = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code!);

  it("has an example that is understood otherwise without its file, and does with it what it says", async () => {
    const [without] = await runWorker(["upload.js"], { text: source! });
    assert.equal(without!.fakes.find(({ expression }) => expression === "blob.put")?.kind, "callback");
    const [target] = await runWorker(["upload.js"], { text: source!, fakesFile: fakesFile! });
    if (target?.state !== "completed") assert.fail(target?.reason);
    assert.deepEqual(
      target.remarks?.map(({ code }) => code),
      ["clients-called"],
    );
    assert.match(
      target.warnings.join("\n"),
      /^row\.commit at line \d+ is taken for an I\/O call of a client[^\n]*$/,
    );
    assert.deepEqual(
      target.fakes.map(({ expression, kind, from }) => [expression, kind, from]),
      [
        ["db.quota", "promise", "file"],
        ["db.begin", "sync", "inferred"],
        ["blob.put", "promise", "file"],
        ["row.commit", "promise", "inferred"],
      ],
    );
    assert.equal(target.counters.ioCalls, 3);
  });
});
