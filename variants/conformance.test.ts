import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { parseScript } from "esprima";
import { analyze } from "../analysis/analyze.ts";
import { withFakeIo, type RecordedCall } from "./conformance/fake-io.ts";
import {
  callVariant,
  existingFile,
  readCatalogue,
  sourceOf,
  withTransactions,
} from "./conformance/gallery.ts";

const catalogue = readCatalogue();
const newPath = "documents/2013/report.txt";

const newFileCalls = [
  "blob.put",
  "self.byUuidOrPath().get",
  "Version.insert().execWithin",
  "self.createQuery().execWithin",
  "FileVersion.insert().execWithin",
  "File.whereUpdate().execWithin",
  "tx.commit",
];
const existingFileCalls = newFileCalls.filter((expression) => expression !== "self.createQuery().execWithin");

describe("the gallery", () => {
  for (const entry of catalogue) {
    describe(entry.name, () => {
      it("stores a new file with its version in one transaction", async () => {
        await withTransactions((begun) =>
          withFakeIo(async (calls) => {
            const outcome = await callVariant(entry, newPath);
            assert.deepEqual(outcome, { answers: 1, error: null, value: undefined });
            assert.deepEqual(expressions(calls), newFileCalls);
            assert.deepEqual(begun.map(recordOf), [{ state: "committed", statements: 4 }]);

            const { blobId, id: fileId } = { ...rowOf(calls, 2), ...rowOf(calls, 3) };
            const versionId = rowOf(calls, 2).id;
            assert.equal(calls[0]?.value, blobId);
            assert.deepEqual(rowsOf(calls).slice(2), [
              { userAccountId: "user-1", blobId, creatorId: "user-1", previousId: null, id: versionId },
              { id: fileId, userAccountId: "user-1", name: "report.txt", version: versionId },
              { fileId, versionId },
              { version: versionId },
              undefined,
            ]);
          }),
        );
      });

      it("adds a version to a file that is there already", async () => {
        await withTransactions((begun) =>
          withFakeIo(async (calls) => {
            const outcome = await callVariant(entry, existingFile.id);
            assert.deepEqual(outcome, { answers: 1, error: null, value: undefined });
            assert.deepEqual(expressions(calls), existingFileCalls);
            assert.deepEqual(begun.map(recordOf), [{ state: "committed", statements: 3 }]);

            const version = rowOf(calls, 2);
            assert.equal(version.previousId, existingFile.version);
            assert.deepEqual(rowsOf(calls).slice(3), [
              { fileId: existingFile.id, versionId: version.id },
              { version: version.id },
              undefined,
            ]);
          }),
        );
      });

      for (const [idOrPath, planned] of [
        [newPath, newFileCalls],
        [existingFile.id, existingFileCalls],
      ] as const) {
        const path = idOrPath === newPath ? "new" : "existing";
        for (const [atCall, expression] of planned.entries()) {
          it(`rolls back and passes the error on when ${expression} fails (${path} file)`, async () => {
            const error = new Error("out of order");
            await withTransactions((begun) =>
              withFakeIo(
                async (calls) => {
                  const outcome = await callVariant(entry, idOrPath);
                  assert.equal(outcome.answers, 1);
                  assert.equal(originalOf(outcome.error), error);
                  assert.deepEqual(expressions(calls), planned.slice(0, atCall + 1));
                  assert.deepEqual(
                    begun.map(({ state }) => state),
                    ["rolled back"],
                  );
                },
                { atCall, mode: "error", error },
              ),
            );
          });
        }
      }

      // A callback that throws has nobody above it to catch: there this is a process that ends, not an error.
      if (entry.pattern !== "callbacks")
        it("rolls back and rejects when an operation throws instead of answering", async () => {
          for (const [atCall] of newFileCalls.entries()) {
            const error = new Error("thrown");
            await withTransactions((begun) =>
              withFakeIo(
                async () => {
                  assert.equal(originalOf((await callVariant(entry, newPath)).error), error);
                  assert.equal(begun[0]?.state, "rolled back");
                },
                { atCall, mode: "throw", error },
              ),
            );
          }
        });

      it("keeps 50 calls in flight apart, whatever order their operations end in", async () => {
        const paths = Array.from({ length: 50 }, (_, index) => `folder/file-${index}`);
        await withTransactions((begun) =>
          withFakeIo(
            async (calls) => {
              const outcomes = await Promise.all(paths.map((each) => callVariant(entry, each)));
              assert.ok(outcomes.every(({ answers, error }) => answers === 1 && error === null));
              assert.equal(calls.length, 50 * newFileCalls.length);
              assert.ok(begun.every(({ state, statements }) => state === "committed" && statements === 4));

              const rows = (expression: string): Record<string, unknown>[] =>
                calls.flatMap((call, index) => (call.expression === expression ? [rowOf(calls, index)] : []));
              const versions = rows("Version.insert().execWithin");
              const files = rows("self.createQuery().execWithin");
              assert.equal(new Set(versions.map(({ blobId }) => blobId)).size, 50);
              assert.deepEqual(
                new Set(files.map(({ version }) => version)),
                new Set(versions.map(({ id }) => id)),
              );
              const names = files.map(({ name }) => name);
              const asked = paths.map((each) => each.slice("folder/".length));
              assert.deepEqual(new Set(names), new Set(asked));
              assert.notDeepEqual(names, asked, "the operations were meant to overtake each other");
              const pairs = (list: Record<string, unknown>[], file: string, version: string): Set<string> =>
                new Set(list.map((row) => `${String(row[file])} has ${String(row[version])}`));
              assert.deepEqual(
                pairs(rows("FileVersion.insert().execWithin"), "fileId", "versionId"),
                pairs(files, "id", "version"),
              );
            },
            undefined,
            (index) => 1 + ((index * 7) % 5),
          ),
        );
      });

      it("is read as the pattern that the catalogue names", () => {
        const { functions } = analyze(sourceOf(entry), "js");
        assert.deepEqual(
          functions.map(({ name, pattern, runner, exported }) => ({ name, pattern, runner, exported })),
          [{ name: "upload", pattern: entry.pattern, runner: entry.runner, exported: "default" }],
        );
      });

      it("answers on a timer when nobody has put a clock in place", async () => {
        assert.equal(globalThis.__asyncCostIo, undefined);
        assert.equal((await callVariant(entry, newPath)).error, null);
      });

      if (entry.library !== null)
        it("names the version and the licence of the library that is installed", () => {
          const { name, version, licence } = entry.library!;
          const installed = createRequire(import.meta.url)(`${name}/package.json`) as Record<string, unknown>;
          assert.deepEqual({ version: installed.version, licence: installed.license }, { version, licence });
        });
    });
  }

  it("has the tokens of its variants in the order that the article found", () => {
    const tokens = (name: string): number =>
      parseScript(sourceOf(catalogue.find((entry) => entry.name === name)!), { tokens: true }).tokens!.length;
    const seeded = catalogue.filter((entry) => entry.seed !== null);
    const byName = (order: (entry: (typeof seeded)[number]) => number): string[] =>
      [...seeded].sort((one, other) => order(one) - order(other)).map(({ name }) => name);
    assert.ok(seeded.length >= 3);
    assert.deepEqual(
      byName((entry) => tokens(entry.name)),
      byName((entry) => entry.seed!.tokens),
    );
  });
});

function expressions(calls: readonly RecordedCall[]): string[] {
  return calls.map(({ expression }) => expression);
}

function rowsOf(calls: readonly RecordedCall[]): unknown[] {
  return calls.map(({ value }) => value);
}

function rowOf(calls: readonly RecordedCall[], index: number): Record<string, unknown> {
  const value = calls[index]?.value;
  assert.ok(typeof value === "object" && value !== null);
  return { ...value };
}

function recordOf({ state, statements }: { state: string; statements: number }): object {
  return { state, statements };
}

/** Bluebird's promisified functions reject with an error of their own that has the operation's as its cause. */
function originalOf(error: unknown): unknown {
  return error instanceof Error && "isOperational" in error ? error.cause : error;
}
