import { nextTurn, type CallRunner, type StartCall } from "../call/run-calls.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { harness } from "../harness/intrinsics.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import type { IoCore } from "../io/io-core.ts";
import type { OnClock } from "./inject.ts";
import { allocationMeter } from "./allocation.ts";
import { succeeded } from "./contestant.ts";

/** Each step of the clock at which the heap is read costs a full collection. */
const STEPS_AT_MOST = 64;

/** More are not waited for, and fewer bytes than this that go with a collection are none. */
const COLLECTIONS_AT_MOST = 8;
const AT_REST = 256;

/** Calls that wait for as many different times have them by chance, and each is one list more. */
const ROOMS_AT_MOST = 50;

/** What n calls weigh together. */
export interface Weight {
  /** Bytes that all of them hold at the heaviest step of the clock at which all wait; null when there is none. */
  readonly heldBytes: number | null;
  /** That step, counted from 0; null when there is none. */
  readonly heaviestStep: number | null;
  /** Bytes that are still held once all of them have settled. */
  readonly retainedBytes: number;
}

/** Weighs calls whose I/O is on a virtual clock: the same calls weigh the same, whatever the machine does. */
export class Scales {
  readonly #core: IoCore;
  readonly #runner: CallRunner;
  readonly #onClock: OnClock;
  readonly #collect: () => void;
  /** Makes room for what will be allocated, for a fraction of what a whole collection takes. */
  readonly #makeRoom: () => void;
  readonly #inFlightEach: number;
  /** For how many completions a call needs room, by latency, as was seen so far. */
  readonly #rooms = new Map<number, number>();

  /**
   * @param inFlightEach How many operations of one call wait at the same time at most.
   * @param onClock What the calls see of the clock: itself, unless something stands in between.
   * @throws {Unmeasurable} when the runtime was started without `--expose-gc`.
   */
  constructor(core: IoCore, runner: CallRunner, inFlightEach: number, onClock: OnClock = (clock) => clock) {
    const { collectGarbage } = harness;
    if (collectGarbage === undefined) {
      throw new Unmeasurable(
        "unsupported",
        "The runtime cannot collect garbage on demand.",
        "Measure on Node 20 or later.",
      );
    }
    this.#core = core;
    this.#runner = runner;
    this.#onClock = onClock;
    this.#inFlightEach = Math.max(2, inFlightEach);
    this.#collect = () => collectGarbage();
    this.#makeRoom = () => collectGarbage({ type: "minor" });
  }

  /** Collects garbage until nothing goes any more: what finalisers and weak references free goes with a later collection. */
  settle(): void {
    let before = Infinity;
    for (let i = 0; i < COLLECTIONS_AT_MOST; i++) {
      const bytes = this.#heapAfterCollection();
      if (bytes >= before - AT_REST) return;
      before = bytes;
    }
  }

  /** Runs calls both ways in which they are run here, and weighs nothing. */
  async warmUp(start: StartCall, calls: number, latencyMilliseconds: number): Promise<void> {
    start.prepare?.(2 * calls);
    this.#clockFor(calls, latencyMilliseconds);
    succeeded(await this.#runner.run(start, calls));
    const clock = this.#clockFor(calls, latencyMilliseconds);
    await this.#stepByStep(clock, start, calls, () => "go on");
  }

  /**
   * Bytes on the heap that calls hold: the clock stands still with all of them waiting; the heap is collected and
   * read against the same without calls, then the clock takes a step, until the first call settles. Then the heap is
   * read once more for what is still held.
   */
  async weigh(start: StartCall, calls: number, latencyMilliseconds: number): Promise<Weight> {
    start.prepare?.(calls);
    const clock = this.#clockFor(calls, latencyMilliseconds);
    const baseline = this.#heapAfterCollection();
    let heldBytes: number | null = null;
    let heaviestStep: number | null = null;
    await this.#stepByStep(clock, start, calls, (step) => {
      if (step >= STEPS_AT_MOST) return "run free";
      const bytes = this.#heapAfterCollection() - baseline;
      if (heldBytes === null || bytes > heldBytes) {
        heldBytes = bytes;
        heaviestStep = step;
      }
      return "go on";
    });
    return { heldBytes, heaviestStep, retainedBytes: this.#heapAfterwards(clock) - baseline };
  }

  /** The same at one step of the clock only; nothing is held where they don't come so far together. */
  async weighAt(
    onlyStep: number,
    start: StartCall,
    calls: number,
    latencyMilliseconds: number,
  ): Promise<Pick<Weight, "heldBytes" | "retainedBytes">> {
    const held = await this.#holdAt(onlyStep, start, calls, latencyMilliseconds);
    const { heldBytes, baseline, clock } = held;
    return { heldBytes, retainedBytes: this.#heapAfterwards(clock) - baseline };
  }

  /**
   * Bytes that are still held once all calls have settled.
   *
   * @param letGo Called then, before the heap is read: takes away what is not to count.
   */
  async retained(
    start: StartCall,
    calls: number,
    latencyMilliseconds: number,
    letGo: () => void,
  ): Promise<number> {
    start.prepare?.(calls);
    const clock = this.#clockFor(calls, latencyMilliseconds);
    const baseline = this.#heapAfterCollection();
    try {
      await this.#stepByStep(clock, start, calls, () => "run free");
    } finally {
      letGo();
    }
    return this.#heapAfterwards(clock) - baseline;
  }

  /** Bytes that calls hold at one step of the clock, without what is still held afterwards: a collection less. */
  async heldAt(
    onlyStep: number,
    start: StartCall,
    calls: number,
    latencyMilliseconds: number,
  ): Promise<number | null> {
    return (await this.#holdAt(onlyStep, start, calls, latencyMilliseconds)).heldBytes;
  }

  async #holdAt(
    onlyStep: number,
    start: StartCall,
    calls: number,
    latencyMilliseconds: number,
  ): Promise<{ readonly heldBytes: number | null; readonly baseline: number; readonly clock: VirtualClock }> {
    start.prepare?.(calls);
    const clock = this.#clockFor(calls, latencyMilliseconds);
    const baseline = this.#heapAfterCollection();
    let heldBytes: number | null = null;
    await this.#stepByStep(clock, start, calls, (step) => {
      if (step < onlyStep) return "go on";
      heldBytes = this.#heapAfterCollection() - baseline;
      return "run free";
    });
    return { heldBytes, baseline, clock };
  }

  /** Bytes on the heap that calls allocate until they have settled, garbage too. */
  async allocated(start: StartCall, calls: number, latencyMilliseconds: number): Promise<number> {
    start.prepare?.(calls);
    // Time that passes beside the jumps is told in fractions, and each of them is a number on the heap.
    this.#clockFor(calls, latencyMilliseconds).lockstep = true;
    this.#makeRoom();
    const meter = allocationMeter();
    const trial = await this.#runner.run(start, calls);
    const bytes = meter();
    succeeded(trial);
    return bytes;
  }

  /**
   * Starts calls on a clock that stands still. `atStep` hears of each step at which all of them wait, and says
   * whether it wants to hear of more.
   *
   * @throws {CallFailed} when a call fails.
   */
  async #stepByStep(
    clock: VirtualClock,
    start: StartCall,
    calls: number,
    atStep: (step: number) => "go on" | "run free",
  ): Promise<void> {
    clock.lockstep = true;
    clock.frozen = true;
    const state = { settledCalls: 0, isEnded: false };
    const trial = this.#runner
      .run((settled) => {
        start((error) => {
          state.settledCalls++;
          settled(error);
        });
      }, calls)
      .finally(() => {
        state.isEnded = true;
      });
    // Whoever awaits the trial hears of its failure; until then it is no unhandled one.
    trial.catch(() => undefined);
    for (let step = 0; ; step++) {
      await nextTurn();
      // Heard at once: from here to the next turn nothing of the target's runs.
      if (state.settledCalls > 0 || clock.idle || atStep(step) === "run free") break;
      stepOf(clock);
    }
    clock.frozen = false;
    while (!state.isEnded && !clock.idle) {
      stepOf(clock);
      await nextTurn();
    }
    this.#noteRooms(clock, calls);
    succeeded(await trial);
  }

  /** What timers of the calls' own wait in is ours as well: room is made for them as for operations. */
  #noteRooms(clock: VirtualClock, calls: number): void {
    for (const [latency, room] of clock.rooms()) {
      if (this.#rooms.size >= ROOMS_AT_MOST && !this.#rooms.has(latency)) continue;
      this.#rooms.set(latency, Math.max(this.#rooms.get(latency) ?? 0, room / calls));
    }
  }

  /** A clock with room for all operations, so that those which wait cost no memory of ours. */
  #clockFor(calls: number, latencyMilliseconds: number): VirtualClock {
    const clock = new VirtualClock();
    this.#core.clock = this.#onClock(clock);
    this.#core.latencyMilliseconds = latencyMilliseconds;
    for (const [latency, each] of this.#rooms)
      if (latency !== latencyMilliseconds) clock.reserve(latency, each * calls);
    clock.reserve(latencyMilliseconds, this.#inFlightEach * calls);
    return clock;
  }

  /** Bytes of the heap once all calls have settled, without what the clock has made room for on the way. */
  #heapAfterwards(clock: VirtualClock): number {
    clock.letGo();
    return this.#heapAfterCollection();
  }

  #heapAfterCollection(): number {
    this.#collect();
    return harness.heapUsedBytes();
  }
}

/** A step of a clock; what is thrown in it is nobody's, as in a turn of the engine's, and is heard of as such. */
function stepOf(clock: VirtualClock): void {
  try {
    clock.step();
  } catch (error) {
    harness.setImmediate(() => {
      throw error;
    });
  }
}
