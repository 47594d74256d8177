import assert from "node:assert/strict";
import type { FileAnalysis } from "../../analysis/model.ts";
import { exampleFunction } from "../test/examples.ts";
import { AnalysisThread, type Snapshot, type ThreadAnswer } from "./analysis-thread.ts";
import { serveAnalyses, type Reader } from "./serve-analyses.ts";
import { CHARACTERS_A_PIECE, FUNCTIONS_A_PART, type ToThread } from "./thread-messages.ts";

interface FakeThread {
  readonly posted: ToThread[];
  /** Has the thread work off what was posted; `functions` is how many it finds. */
  answer(functions?: number): void;
  say(message: unknown): void;
  crash(why: string): void;
  isEnded: boolean;
}

/** Threads that work when they are told to, and a clock that goes when it is told to. */
function fakes(computedMilliseconds?: () => number) {
  const threads: FakeThread[] = [];
  const timers = new Map<symbol, { at: number; callback: () => void }>();
  let now = 0;
  const thread = new AnalysisThread(
    (heard, ended) => {
      const posted: ToThread[] = [];
      const started: FakeThread = {
        posted,
        answer: (functions = 1) => {
          const serve = serveAnalyses(
            reader(() => analysisOf(functions)),
            heard,
          );
          for (let message = posted.shift(); message !== undefined; message = posted.shift()) serve(message);
        },
        say: heard,
        crash: ended,
        isEnded: false,
      };
      threads.push(started);
      return {
        post: (message) => posted.push(message),
        end: () => (started.isEnded = true),
        ...(computedMilliseconds === undefined ? {} : { computedMilliseconds }),
      };
    },
    (milliseconds, callback) => {
      const timer = Symbol();
      timers.set(timer, { at: now + milliseconds, callback });
      return () => timers.delete(timer);
    },
  );
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    for (const [timer, { at, callback }] of [...timers]) {
      if (at > now) continue;
      timers.delete(timer);
      callback();
    }
  };
  return { thread, threads, pass };
}

const analysisOf = (count: number): FileAnalysis => ({
  tokens: 7,
  functions: Array.from({ length: count }, (_, index) => exampleFunction({ name: `f${index}` })),
  problems: [],
});

const reader = (analyze: Reader["analyze"]): Reader => ({
  analyze,
  answerTo: (text, language, question) => ({ text, language, question }),
});

const snapshot = (version: number, text = "a"): Snapshot => ({
  version,
  code: { text, language: "js", problems: [] },
});

const versionOf = (answer: ThreadAnswer | undefined): number | undefined => answer?.version;

describe("the analysis thread", () => {
  it("gives the whole analysis, however many parts it comes in", async () => {
    const { thread, threads } = fakes();
    const count = 2 * FUNCTIONS_A_PART + 1;
    const answer = thread.request("a", 1, () => snapshot(1));
    threads[0]!.answer(count);
    assert.deepEqual(await answer, { ...snapshot(1), analysis: analysisOf(count) });
  });

  it("works on one text at a time, each document waiting once and with its newest text", async () => {
    const { thread, threads } = fakes();
    let version = 1;
    const ask = () => thread.request("a", version, () => snapshot(version));
    const first = [ask(), ask()];
    version = 2;
    const second = [ask()];
    version = 3;
    second.push(ask());
    const other = thread.request("b", 1, () => snapshot(1));
    assert.equal(threads[0]!.posted.length, 1);
    for (let times = 0; times < 3; times++) threads[0]!.answer();
    const answers = await Promise.all([...first, ...second, other]);
    assert.deepEqual(answers.map(versionOf), [1, 1, 3, 3, 1]);
    assert.equal(threads.length, 1);
  });

  it("sends a long text in pieces, giving way in between", async () => {
    const { thread, threads, pass } = fakes();
    const text = `${"a".repeat(CHARACTERS_A_PIECE)}${"b".repeat(CHARACTERS_A_PIECE)}c`;
    const answer = thread.request("a", 1, () => snapshot(1, text));
    const { posted } = threads[0]!;
    for (let pieces = 1; pieces <= 3; pieces++) {
      assert.equal(posted.length, pieces);
      pass(0);
    }
    let read = "";
    const serve = serveAnalyses(
      reader((whole) => {
        read = whole;
        return analysisOf(1);
      }),
      (message) => threads[0]!.say(message),
    );
    posted.forEach(serve);
    assert.equal((await answer)?.version, 1);
    assert.equal(read, text);
  });

  it("answers questions between analyses, each as often as it is asked anew", async () => {
    const { thread, threads } = fakes();
    const analysis = thread.request("a", 1, () => snapshot(1));
    const ask = (start: number) => thread.ask("a", snapshot(1), { kind: "breakdown", start });
    const answers = [ask(7), ask(7), ask(8)];
    assert.equal(threads[0]!.posted.length, 1);
    threads[0]!.answer();
    await analysis;
    const { text, language } = snapshot(1).code;
    const answerAbout = (start: number) => ({
      ...snapshot(1),
      answer: { text, language, question: { kind: "breakdown", start } },
    });
    assert.deepEqual(await Promise.all(answers), [answerAbout(7), answerAbout(7), answerAbout(8)]);
  });

  it("takes no part of an analysis for an answer, and fails when nothing comes", async () => {
    const { thread, threads, pass } = fakes();
    const answer = thread.ask("a", snapshot(1), { kind: "explanation", offset: 0 });
    threads[0]!.say({ id: 1, isLast: true, ...analysisOf(1) });
    threads[0]!.crash("out of memory");
    pass(0);
    const reply = await answer;
    assert.ok(reply !== undefined && "failure" in reply);
    assert.match(reply.failure, /ended: out of memory/);
  });

  it("waits for a text that takes a while to put together, and for nothing when it is disposed meanwhile", async () => {
    const { thread, threads } = fakes();
    const first = thread.request("a", 1, () => Promise.resolve(snapshot(1)));
    const again = thread.request("a", 1, () => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    threads[0]!.answer();
    assert.deepEqual([versionOf(await first), versionOf(await again)], [1, 1]);
    const gone = thread.request("a", 2, () => Promise.reject(new Error("gone")));
    assert.equal(await gone, undefined);
    const late = thread.request("a", 3, () => new Promise(() => undefined));
    thread.dispose();
    assert.equal(await late, undefined);
  });

  it("passes over a document that is gone when its turn comes", async () => {
    const { thread, threads } = fakes();
    const first = thread.request("a", 1, () => snapshot(1));
    const gone = thread.request("b", 1, () => undefined);
    const last = thread.request("c", 1, () => snapshot(1));
    threads[0]!.answer();
    threads[0]!.answer();
    assert.equal(await gone, undefined);
    assert.deepEqual([versionOf(await first), versionOf(await last)], [1, 1]);
  });

  it("says of a crash what it was, and goes on with a new thread", async () => {
    const { thread, threads } = fakes();
    const first = thread.request("a", 1, () => snapshot(1));
    const second = thread.request("b", 2, () => snapshot(2));
    threads[0]!.crash("out of memory");
    assert.deepEqual(await first, {
      ...snapshot(1),
      failure: "The thread of the analysis ended: out of memory.",
    });
    threads[0]!.say({ id: 2, isLast: true, tokens: 0, functions: [], problems: [] });
    threads[1]!.answer();
    assert.deepEqual(await second, { ...snapshot(2), analysis: analysisOf(1) });
  });

  it("gives up after five seconds of silence, later for a large text", async () => {
    const { thread, threads, pass } = fakes();
    const small = thread.request("a", 1, () => snapshot(1));
    pass(4_999);
    assert.equal(threads[0]!.isEnded, false);
    pass(2);
    assert.deepEqual(await small, {
      ...snapshot(1),
      failure: "The thread of the analysis said nothing for 5 s.",
    });
    assert.equal(threads[0]!.isEnded, true);
    const large = thread.request("a", 2, () => snapshot(2, " ".repeat(2e6)));
    pass(0);
    pass(7_999);
    assert.equal(threads[1]!.isEnded, false);
    pass(2);
    assert.match(JSON.stringify(await large), /said nothing for 8 s/);
  });

  it("waits longer for an answer that takes more than its text tells", async () => {
    const { thread, threads, pass } = fakes();
    const answer = thread.ask("a", snapshot(1), { kind: "explanation", offset: 0 }, 20_000);
    pass(24_999);
    assert.equal(threads[0]!.isEnded, false);
    pass(2);
    assert.match(JSON.stringify(await answer), /said nothing for 25 s/);
  });

  it("waits for longer where others keep the process from running, and not for ever", async () => {
    let computed = 70_000;
    const { thread, threads, pass } = fakes(() => computed);
    const kept = thread.request("a", 1, () => snapshot(1));
    pass(5_001);
    computed += 2_000;
    pass(5_001);
    threads[0]!.answer();
    assert.equal(versionOf(await kept), 1);
    assert.equal(threads[0]!.isEnded, false);

    const endless = thread.request("a", 2, () => snapshot(2));
    pass(5_001);
    computed += 2_600;
    pass(5_001);
    assert.match(JSON.stringify(await endless), /said nothing for 10 s/);

    const idle = thread.request("a", 3, () => snapshot(3));
    for (let looks = 0; looks < 10; looks++) pass(5_001);
    assert.match(JSON.stringify(await idle), /said nothing for 50 s/);
  });

  it("counts silence from the last part", async () => {
    const { thread, threads, pass } = fakes();
    const answer = thread.request("a", 1, () => snapshot(1));
    const part = { id: 1, tokens: 7, functions: [exampleFunction()], problems: [] };
    pass(4_000);
    threads[0]!.say({ ...part, isLast: false });
    pass(4_000);
    threads[0]!.say({ ...part, isLast: true });
    assert.match(JSON.stringify(await answer), /"tokens":7/);
  });

  it("takes no answer to another question, and nothing that is no answer", async () => {
    const { thread, threads } = fakes();
    const answer = thread.request("a", 1, () => snapshot(1));
    for (const message of [
      undefined,
      "a",
      { id: 1 },
      { id: 9, isLast: true, tokens: 0, functions: [], problems: [] },
    ]) {
      threads[0]!.say(message);
    }
    threads[0]!.answer();
    assert.deepEqual(await answer, { ...snapshot(1), analysis: analysisOf(1) });
  });

  it("ends its thread when there was nothing to do for a while, and starts one again", async () => {
    const { thread, threads, pass } = fakes();
    const first = thread.request("a", 1, () => snapshot(1));
    threads[0]!.answer();
    await first;
    pass(29_000);
    assert.equal(threads[0]!.isEnded, false);
    pass(1_000);
    assert.equal(threads[0]!.isEnded, true);
    const second = thread.request("a", 2, () => snapshot(2));
    threads[1]!.answer();
    assert.equal(versionOf(await second), 2);
  });

  it("answers nobody when it is disposed", async () => {
    const { thread, threads } = fakes();
    const answers = ["a", "b"].map((key) => thread.request(key, 1, () => snapshot(1)));
    thread.dispose();
    assert.deepEqual(await Promise.all(answers), [undefined, undefined]);
    assert.equal(await thread.request("c", 1, () => snapshot(1)), undefined);
    assert.equal(threads[0]!.isEnded, true);
  });

  it("says so where a thread cannot be started", async () => {
    const thread = new AnalysisThread(
      () => {
        throw new Error("no such file");
      },
      () => () => undefined,
    );
    assert.match(
      JSON.stringify(await thread.request("a", 1, () => snapshot(1))),
      /The thread of the analysis could not be started: no such file\./,
    );
  });
});
