import { Readable } from "node:stream";
import type { IoCallKind } from "../../../analysis/model.ts";
import type { GivenFake } from "../fakes-file/given-fakes.ts";
import type { IoCore } from "../io/io-core.ts";
import type { Callback } from "../io/callback.ts";
import { thrownAtCall } from "../io/thrown-at-call.ts";

/** A call of an operation that a fakes file says something of. */
export interface GivenCall {
  readonly core: IoCore;
  readonly expression: string;
  readonly given: GivenFake;
  /** Without the callback. */
  readonly parameters: readonly unknown[];
  /** What it answers where the file does not say. */
  readonly otherwise: () => unknown;
}

/**
 * Calls back with what is given.
 *
 * @param written The function that the source gave, where another one calls that.
 */
export function answerByCallback(call: GivenCall, callback: Callback, written: unknown = callback): void {
  const { core, expression, given, parameters, otherwise } = call;
  note(call, "callback");
  const failure = given.failure(parameters);
  if (failure === undefined) {
    core.callback(expression, given.answer(parameters, otherwise), callback, given.latency, written);
  } else {
    const failed: Callback = (error) => callback(error ?? (failure as Error));
    core.callback(expression, undefined, failed, given.latency, written);
  }
}

/** A promise of what is given. */
export function answerByPromise(call: GivenCall): Promise<unknown> {
  const { core, expression, given, parameters, otherwise } = call;
  note(call, "promise");
  const failure = given.failure(parameters);
  if (failure === undefined)
    return core.promise(expression, given.answer(parameters, otherwise), given.latency);
  return core.promise(expression, undefined, given.latency).then(() => {
    throw failure as Error;
  });
}

/** A function that takes the callback later. */
export function answerByThunk(call: GivenCall): (callback: Callback) => void {
  note(call, "thunk");
  return (callback) => answerByCallback(call, callback);
}

/** At once: no I/O. */
export function answerAtOnce(call: GivenCall): unknown {
  const { given, parameters, otherwise } = call;
  note(call, "sync");
  const failure = given.failure(parameters);
  if (failure !== undefined) {
    thrownAtCall.count++;
    throw failure as Error;
  }
  return given.answer(parameters, otherwise);
}

/** A stream of the chunks that are given: they come with one I/O call, and a failure behind them with another. */
export function answerByStream(call: GivenCall): Readable {
  const { core, expression, given, parameters } = call;
  note(call, "stream");
  const failure = given.failure(parameters);
  const chunks = chunksOf(call, () => [Buffer.from(expression)]);
  let hasBegun = false;
  return new Readable({
    objectMode: true,
    read() {
      if (hasBegun && (chunks.length > 0 || failure === undefined)) {
        this.push(chunks.length === 0 ? null : chunks.shift());
        return;
      }
      hasBegun = true;
      core.step(
        expression,
        (error) => {
          const thrown = error ?? (chunks.length === 0 ? failure : undefined);
          if (thrown !== undefined) this.destroy(thrown as Error);
          else this.push(chunks.length === 0 ? null : chunks.shift());
        },
        given.latency,
      );
    },
  });
}

/** The items that are given of what is read one by one: they come with one I/O call, as those do that are made up. */
export async function* answerOneByOne(call: GivenCall): AsyncGenerator {
  const { core, expression, given, parameters } = call;
  const isAtOnce = given.kind === "sync";
  note(call, isAtOnce ? "sync" : "stream");
  const failure = given.failure(parameters);
  if (!isAtOnce) await core.promise(expression, undefined, given.latency);
  yield* chunksOf(call, () => [call.otherwise()]);
  if (failure !== undefined) throw failure as Error;
}

/** Tells who listens to an event all that is given, one I/O call each, or `fails`; of the kind `sync` it does not come. */
export function answerByEvents(
  call: GivenCall,
  listener: (item: unknown) => void,
  fails: (error: Error) => void,
): void {
  const { core, expression, given, parameters } = call;
  note(call, given.kind === "sync" ? "sync" : "stream");
  if (given.kind === "sync") return;
  const failure = given.failure(parameters);
  const tell = (run: () => void): void =>
    core.step(expression, (error) => (error === null ? run() : fails(error)), given.latency);
  for (const item of chunksOf(call, () => [call.otherwise()])) tell(() => listener(item));
  if (failure !== undefined) tell(() => fails(failure as Error));
}

/** What is given one by one: the items of a list. */
function chunksOf({ given, parameters }: GivenCall, otherwise: () => unknown): unknown[] {
  const answer = given.answer(parameters, otherwise);
  return isIterable(answer) ? [...answer] : [answer];
}

function note({ core, expression, given }: GivenCall, kind: IoCallKind): void {
  core.noteUse(expression, kind, "file", given.place);
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}
