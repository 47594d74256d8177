import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { parseScript } from "esprima";
import { sampleRankCorrelation } from "simple-statistics";
import { analyze } from "../analysis/analyze.ts";
import type { CatalogueEntry } from "../bench-worker/host/gallery/catalogue.ts";
import { installLibrary } from "../bench-worker/host/gallery/install.ts";
import { findLibrary, librariesFolder } from "../bench-worker/host/gallery/installed.ts";
import { npmOnPath } from "../bench-worker/host/runtimes/npm.ts";
import { withFakeIo, type RecordedCall } from "./conformance/fake-io.ts";
import {
  callVariant,
  existingFile,
  layOut,
  readCatalogue,
  sourceOf,
  withTransactions,
  type LaidOutGallery,
  type LoadedVariant,
} from "./conformance/gallery.ts";

const { variants: catalogue, others } = readCatalogue();
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

/**
 * A callback that throws has nobody above it to catch: there this is a process that ends, not an error. gens calls its
 * generator from such callbacks and does not look after what it throws. What catcher and deferred start with is called
 * by their caller, who gets the throw; all later operations are looked after.
 */
const LETS_THROWN_ERRORS_OUT = new Set([
  "callbacks",
  "flattened-callbacks",
  "flattened-class",
  "flattened-noclosure",
  "flattened-class-ctx",
  "async-waterfall",
  "neo-async-waterfall",
  "deferred-queue",
  "gens",
  "catcher",
  "deferred",
]);

describe("the gallery", () => {
  let gallery: LaidOutGallery;
  before(async function () {
    this.timeout(180_000);
    await installMissing();
    gallery = await layOut(catalogue, librariesFolder());
  });
  after(() => gallery.remove());

  for (const entry of catalogue) {
    describe(entry.name, () => {
      let variant: LoadedVariant;
      before(() => {
        variant = gallery.load(entry);
      });

      it("stores a new file with its version in one transaction", async () => {
        await withTransactions(variant, (begun) =>
          withFakeIo(async (calls) => {
            const outcome = await callVariant(variant, newPath);
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
        await withTransactions(variant, (begun) =>
          withFakeIo(async (calls) => {
            const outcome = await callVariant(variant, existingFile.id);
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
            await withTransactions(variant, (begun) =>
              withFakeIo(
                async (calls) => {
                  const outcome = await callVariant(variant, idOrPath);
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

      if (!LETS_THROWN_ERRORS_OUT.has(entry.name))
        it("rolls back and rejects when an operation throws instead of answering", async () => {
          for (const [atCall] of newFileCalls.entries()) {
            const error = new Error("thrown");
            await withTransactions(variant, (begun) =>
              withFakeIo(
                async () => {
                  assert.equal(originalOf((await callVariant(variant, newPath)).error), error);
                  assert.equal(begun[0]?.state, "rolled back");
                },
                { atCall, mode: "throw", error },
              ),
            );
          }
        });

      it("keeps 50 calls in flight apart, whatever order their operations end in", async () => {
        const paths = Array.from({ length: 50 }, (_, index) => `folder/file-${index}`);
        await withTransactions(variant, (begun) =>
          withFakeIo(
            async (calls) => {
              const outcomes = await Promise.all(paths.map((each) => callVariant(variant, each)));
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
        const [upload, ...nested] = analyze(sourceOf(entry), "js").functions;
        assert.deepEqual([upload?.name, upload?.exported], ["upload", "default"]);
        const read = [upload, ...nested].map((found) => ({ pattern: found?.pattern, runner: found?.runner }));
        assert.deepEqual(read.at(-1), { pattern: entry.pattern, runner: entry.runner });
      });

      it("answers on a timer when nobody has put a clock in place", async () => {
        assert.equal(globalThis.__asyncCostIo, undefined);
        assert.equal((await callVariant(variant, newPath)).error, null);
      });

      if (entry.library !== null)
        it("names the version and the licence of its library", () => {
          const { version, licence } = entry.library!;
          assert.equal(variant.manifest?.["version"], version);
          const said = licenceOf(variant.manifest);
          // Where a package says nothing, its readme or its licence file was read.
          if (said !== null) assert.equal(said, licence);
        });
    });
  }

  it("has a file for each variant that runs, and an entry for each file", () => {
    const files = readdirSync(import.meta.dirname).filter((name) => path.extname(name) === ".js");
    assert.deepEqual(new Set(catalogue.map(({ file }) => file)), new Set(files));
    const names = [...catalogue, ...others].map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  });

  it("has about as many tokens in each pattern, next to the others, as the article found", () => {
    const seeded = catalogue.filter(({ seed, name }) => seed !== null && name !== "rx");
    assert.ok(seeded.length >= 8);
    const here = seeded.map((entry) => parseScript(sourceOf(entry), { tokens: true }).tokens!.length);
    const there = seeded.map(({ seed }) => seed!.tokens);
    assert.ok(sampleRankCorrelation(here, there) > 0.8, `${String(here)} beside ${String(there)}`);
  });
});

/** Brings what is missing into the user's cache, as `async-cost variants install --all --yes` does. */
async function installMissing(): Promise<void> {
  const store = { folder: librariesFolder(), npm: npmOnPath };
  const libraries = new Map<string, NonNullable<CatalogueEntry["library"]>>();
  for (const { library } of catalogue) {
    if (library === null) continue;
    const { kind } = await findLibrary(library, import.meta.dirname, store.folder);
    if (kind === "missing") libraries.set(library.name, library);
  }
  const left = [...libraries.values()];
  const work = async (): Promise<void> => {
    for (let library = left.pop(); library !== undefined; library = left.pop())
      await installLibrary(library, store, console.log, new AbortController().signal);
  };
  await Promise.all([work(), work(), work()]);
}

function licenceOf(manifest: Record<string, unknown> | null): string | null {
  const { license, licenses } = { license: null, licenses: null, ...manifest };
  if (typeof license === "string") return license;
  const [first] = Array.isArray(licenses) ? (licenses as unknown[]) : [];
  return typeof first === "object" && first !== null && "type" in first ? String(first.type) : null;
}

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

/**
 * Bluebird's promisified functions reject with an error of their own that has the operation's as its cause; galaxy
 * throws one that inherits from it.
 */
function originalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ("isOperational" in error) return error.cause;
  const parent: unknown = Object.getPrototypeOf(error);
  return typeof parent === "object" && parent !== null && Object.hasOwn(parent, "stack") ? parent : error;
}
