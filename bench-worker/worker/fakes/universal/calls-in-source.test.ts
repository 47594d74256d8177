import assert from "node:assert/strict";
import { analyze } from "../../../../analysis/analyze.ts";
import { VirtualClock } from "../../clock/virtual-clock.ts";
import type { Anything } from "../../fixtures/universal-fake.ts";
import { IoCore } from "../../io/io-core.ts";
import { nameInSource } from "../../io/name-in-source.ts";
import { addIoHints, SourceHints } from "../io-hints.ts";
import { UniversalFakes } from "./universal-fakes.ts";

/** What a target calls, of which other functions of its file wait for `delete` and `get`; `at` says on which line calls are. */
function target(text: string): { store: Anything; core: IoCore; at: (line: number) => void } {
  const hints = new SourceHints();
  for (const name of ["delete", "get"]) hints.add(name, "promise", "its promise is used in line 90");
  hints.setTarget({ ioCalls: [] }, text, "ts", new Set());
  const core = new IoCore(new VirtualClock(), 1);
  const at = (line: number): void => {
    core.tap = {
      onCall: () => null,
      line: () => line,
      nameInSource: (expression, of) => nameInSource(text, of, expression),
    };
  };
  return { store: new UniversalFakes(core, hints).make("store") as Anything, core, at };
}

describe("a method of what an operation gave", () => {
  it("is none by its name alone where the target takes what it gives plainly, while it is watched and after", () => {
    const { store, core, at } = target(
      "run(() => {\n  batch.delete(one);\nconst sum = row.get('a') + 1;\nreturn [page.get(1)];",
    );
    const [batch, row, page] = [store["batch"]!(), store["row"]!(), store["page"]!()];
    const isPromise = (): boolean[] => [
      batch["delete"]!(1) instanceof Promise,
      (at(3), row["get"]!("a")) instanceof Promise,
      (at(4), page["get"]!(1)) instanceof Promise,
    ];
    at(2);
    assert.deepEqual(isPromise(), [false, false, true]);
    assert.equal(core.calls, 1);
    const timed = (): boolean[] => {
      core.tap = null;
      return [batch["delete"]!(1), row["get"]!("a"), page["get"]!(1)].map((one) => one instanceof Promise);
    };
    assert.deepEqual(timed(), [false, false, true]);
  });

  it("is what its name says where the source calls it in two ways that differ", () => {
    const { store, at } = target("run(() => {\n  one.delete();\nreturn other.delete();");
    const batch = store["batch"]!();
    at(2);
    assert.ok(!(batch["delete"]!() instanceof Promise));
    at(3);
    assert.ok(batch["delete"]!() instanceof Promise);
    at(2);
    assert.ok(batch["delete"]!() instanceof Promise);
  });
});

describe("a method of a name that is waited for elsewhere", () => {
  it("is none where the source calls it on something else, or on what nobody knows, while it is watched and after", () => {
    const core = new IoCore(new VirtualClock(), 1);
    const hints = new SourceHints();
    addIoHints(hints, analyze("async (cache, id) => await cache.get(id);", "js").functions, () => null);
    const fakes = new UniversalFakes(core, hints);
    const isPromise = (name: string): boolean => (fakes.make(name) as Anything)["get"]!(1) instanceof Promise;
    const names = { cache: "cache.get", pool: "cache.get", edges: "tree.edges.get", unknown: undefined };
    const all = (): boolean[] => Object.keys(names).map(isPromise);
    core.tap = {
      onCall: () => null,
      calledAs: (expression) => names[expression.slice(0, expression.indexOf(".")) as keyof typeof names],
    };
    assert.deepEqual(all(), [true, true, false, false]);
    core.tap = null;
    assert.deepEqual(all(), [true, true, false, false]);
  });
});
