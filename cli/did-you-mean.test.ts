import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { diskSource } from "../bench-worker/host/source-file.ts";
import { resolveTarget, TargetError } from "../bench-worker/host/targets.ts";
import { withSuggestion } from "./did-you-mean.ts";

describe("a target that names no file", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "async-cost-suggestions-"));
    const files = {
      "src/orders.js": "class Orders { async place(db) { await db.put(); } }\nmodule.exports = Orders;",
      "src/store.ts": "export async function place(db) { await db.put(); }",
      "node_modules/a/orders.js": "module.exports = async function place(db) { await db.put(); };",
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
  });
  after(() => rm(folder, { recursive: true }));

  for (const [target, said] of [
    ["place", "place does not exist; did you mean src/orders.js#Orders.place or src/store.ts#place?"],
    ["Orders.place", "Orders.place does not exist; did you mean src/orders.js#Orders.place?"],
    ["src/odrers.js#place", "src/odrers.js does not exist; did you mean src/orders.js#place?"],
    ["lib/store.ts:1", "lib/store.ts does not exist; did you mean src/store.ts:1?"],
    ["cancel", "cancel does not exist; write FILE, FILE#name or FILE:LINE"],
    ["src/payments.js", "src/payments.js does not exist"],
    [
      "src/store.ts#plaec",
      "src/store.ts has no asynchronous function named plaec; did you mean place? It has place (line 1)",
    ],
  ] as const)
    it(`is answered with what may have been meant by ${target}`, async () => {
      const error: unknown = await resolveTarget(target, diskSource(folder)).catch((why: unknown) => why);
      assert.ok(error instanceof TargetError);
      assert.equal(await withSuggestion(error, folder), said);
    });
});
