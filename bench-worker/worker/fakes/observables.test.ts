import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore, type IoTap } from "../io/io-core.ts";
import { areOperators, observerOf } from "./observables.ts";
import { UniversalFakes } from "./universal/universal-fakes.ts";

interface Source {
  subscribe(...parameters: unknown[]): unknown;
  pipe(...operators: unknown[]): Source;
  lift(operator: unknown): Source;
}

const NEVER = (): boolean => false;

describe("a made-up observable", () => {
  const get = (): { core: IoCore; source: Source } => {
    const core = new IoCore(new VirtualClock(), 1);
    const http = new UniversalFakes(core, new Map()).make("http") as { get(url: string): Source };
    core.watch({ onCall: () => null } satisfies IoTap);
    return { core, source: http.get("/a") };
  };

  it("gives one value and the end to who subscribes, and is one I/O call", async () => {
    const { core, source } = get();
    const heard: string[] = [];
    await new Promise<void>((resolve) => {
      source.subscribe({ next: (value: unknown) => heard.push(String(value)), complete: resolve });
    });
    assert.deepEqual([heard, core.calls], [["http.get().value"], 1]);
    assert.deepEqual(
      core.uses.map(({ expression, kind, calls }) => [expression, kind, calls]),
      [["http.get", "stream", 1]],
    );
  });

  it("runs the operators of RxJS, as functions of their source and by lift", async () => {
    const { core, source } = get();
    // As RxJS 7 makes its operators.
    const operator = (change: (value: unknown) => unknown) => (before: Source) =>
      before.lift(function (this: { next(value: unknown): void; complete(): void }, lifted: Source) {
        return lifted.subscribe({
          next: (value: unknown) => this.next(change(value)),
          complete: () => this.complete(),
        });
      });
    const seen = await new Promise((resolve) => {
      let last: unknown;
      source
        .pipe(
          operator((value) => [String(value)]),
          operator((list) => [list]),
        )
        .subscribe(
          (value: unknown) => (last = value),
          () => undefined,
          () => resolve(last),
        );
    });
    assert.deepEqual([seen, core.calls], [[["http.get().value"]], 1]);
  });

  it("is told from queues, stores and streams", () => {
    const run = (): void => undefined;
    assert.equal(observerOf([{ topic: "t" }], NEVER), null);
    assert.equal(observerOf([run], NEVER), null);
    assert.equal(observerOf(["topic", run], NEVER), null);
    assert.notEqual(observerOf([{ onNext: run }], NEVER), null);
    assert.equal(areOperators([process.stdout], NEVER), false);
    assert.equal(areOperators([], NEVER), false);
    assert.equal(
      areOperators([run], () => true),
      false,
    );
  });
});
