import assert from "node:assert/strict";
import type { Runtime } from "../../bench-worker/host/api.ts";
import type { CatalogueEntry } from "../../bench-worker/host/gallery/catalogue.ts";
import { packagesOf } from "../../bench-worker/host/gallery/installed.ts";
import { drive, type Scenario, type ScenarioRun } from "./drive.ts";
import { existingFile, layOut, type LaidOut } from "./laid-out.ts";

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

const paths = Array.from({ length: 50 }, (_, index) => `folder/file-${index}`);

const NEW_FILE: Scenario = { calls: [newPath] };
const EXISTING_FILE: Scenario = { calls: [existingFile.id] };
const FIFTY: Scenario = { calls: paths, overtakes: true };
const ON_TIMERS: Scenario = { calls: [newPath], onTimers: true };

const failing = (idOrPath: string, planned: readonly string[], mode: "error" | "throw"): Scenario[] =>
  planned.map((_, atCall) => ({ calls: [idOrPath], failure: { atCall, mode } }));

const FAILING_NEW = failing(newPath, newFileCalls, "error");
const FAILING_EXISTING = failing(existingFile.id, existingFileCalls, "error");
const THROWING = failing(newPath, newFileCalls, "throw");

/** Declares the tests that hold a variant, on an engine, to what all of them do. */
export function behavesAsAllDo(entry: CatalogueEntry, runtime: () => Runtime): void {
  const letsOut = LETS_THROWN_ERRORS_OUT.has(entry.name);
  const scenarios = [
    ...[NEW_FILE, EXISTING_FILE, FIFTY, ON_TIMERS, ...FAILING_NEW, ...FAILING_EXISTING],
    ...(letsOut ? [] : THROWING),
  ];
  let laidOut: LaidOut | undefined;
  let runs: readonly ScenarioRun[];
  const runOf = (scenario: Scenario): ScenarioRun => runs[scenarios.indexOf(scenario)]!;

  before(async function () {
    this.timeout(120_000);
    laidOut = await layOut(entry, runtime());
    runs = await drive(laidOut, entry, runtime(), scenarios);
  });
  after(() => laidOut?.remove());

  it("stores a new file with its version in one transaction", () => {
    const { outcomes, calls, begun } = runOf(NEW_FILE);
    assert.deepEqual(outcomes, [{ answers: 1, error: null, hasValue: false }]);
    assert.deepEqual(expressions(calls), newFileCalls);
    assert.deepEqual(begun, [{ state: "committed", statements: 4 }]);

    const { blobId, id: fileId } = { ...rowOf(calls, 2), ...rowOf(calls, 3) };
    const versionId = rowOf(calls, 2)["id"];
    assert.equal(calls[0]?.value, blobId);
    assert.deepEqual(rowsOf(calls).slice(2), [
      { userAccountId: "user-1", blobId, creatorId: "user-1", previousId: null, id: versionId },
      { id: fileId, userAccountId: "user-1", name: "report.txt", version: versionId },
      { fileId, versionId },
      { version: versionId },
      undefined,
    ]);
  });

  it("adds a version to a file that is there already", () => {
    const { outcomes, calls, begun } = runOf(EXISTING_FILE);
    assert.deepEqual(outcomes, [{ answers: 1, error: null, hasValue: false }]);
    assert.deepEqual(expressions(calls), existingFileCalls);
    assert.deepEqual(begun, [{ state: "committed", statements: 3 }]);

    const version = rowOf(calls, 2);
    assert.equal(version["previousId"], existingFile.version);
    assert.deepEqual(rowsOf(calls).slice(3), [
      { fileId: existingFile.id, versionId: version["id"] },
      { version: version["id"] },
      undefined,
    ]);
  });

  for (const [kind, planned, all] of [
    ["new", newFileCalls, FAILING_NEW],
    ["existing", existingFileCalls, FAILING_EXISTING],
  ] as const) {
    for (const [atCall, expression] of planned.entries()) {
      it(`rolls back and passes the error on when ${expression} fails (${kind} file)`, () => {
        const { outcomes, calls, begun } = runOf(all[atCall]!);
        assert.deepEqual(outcomes, [{ answers: 1, error: "the operation's", hasValue: false }]);
        assert.deepEqual(expressions(calls), planned.slice(0, atCall + 1));
        assert.deepEqual(
          begun.map(({ state }) => state),
          ["rolled back"],
        );
      });
    }
  }

  if (!letsOut)
    it("rolls back and rejects when an operation throws instead of answering", () => {
      for (const scenario of THROWING) {
        const { outcomes, begun } = runOf(scenario);
        assert.deepEqual(outcomes, [{ answers: 1, error: "the operation's", hasValue: false }]);
        assert.equal(begun[0]?.state, "rolled back");
      }
    });

  it("keeps 50 calls in flight apart, whatever order their operations end in", () => {
    const { outcomes, calls, begun } = runOf(FIFTY);
    assert.ok(outcomes.every(({ answers, error }) => answers === 1 && error === null));
    assert.equal(calls.length, 50 * newFileCalls.length);
    assert.ok(begun.every(({ state, statements }) => state === "committed" && statements === 4));

    const rows = (expression: string): Record<string, unknown>[] =>
      calls.flatMap((call, index) => (call.expression === expression ? [rowOf(calls, index)] : []));
    const versions = rows("Version.insert().execWithin");
    const files = rows("self.createQuery().execWithin");
    assert.equal(new Set(versions.map(({ blobId }) => blobId)).size, 50);
    assert.deepEqual(new Set(files.map(({ version }) => version)), new Set(versions.map(({ id }) => id)));
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
  });

  it("answers on a timer when nobody has put a clock in place", () => {
    assert.deepEqual(runOf(ON_TIMERS).outcomes, [{ answers: 1, error: null, hasValue: false }]);
  });

  const { library } = entry;
  if (library !== null)
    it("names the version and the licence of its library", () => {
      for (const { name, version, licence } of packagesOf(library)) {
        const manifest = laidOut!.manifestOf(name);
        assert.equal(manifest["version"], version);
        const said = licenceOf(manifest);
        // Where a package says nothing, its readme or its licence file was read.
        if (said !== null) assert.equal(said, licence);
      }
    });
}

function licenceOf(manifest: Record<string, unknown>): string | null {
  const { license, licenses } = { license: null, licenses: null, ...manifest };
  if (typeof license === "string") return license;
  const [first] = Array.isArray(licenses) ? (licenses as unknown[]) : [];
  return typeof first === "object" && first !== null && "type" in first ? String(first.type) : null;
}

type Calls = ScenarioRun["calls"];

function expressions(calls: Calls): string[] {
  return calls.map(({ expression }) => expression);
}

function rowsOf(calls: Calls): unknown[] {
  return calls.map(({ value }) => value);
}

function rowOf(calls: Calls, index: number): Record<string, unknown> {
  const value = calls[index]?.value;
  assert.ok(typeof value === "object" && value !== null);
  return { ...value };
}
