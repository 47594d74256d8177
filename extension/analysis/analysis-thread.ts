import type { AsyncFunction, FileAnalysis } from "../../analysis/model.ts";
import type { SourceCode } from "../../analysis/source/source-code.ts";
import type { Question } from "./questions.ts";
import { CHARACTERS_A_PIECE, parsePart, parseQuestionAnswer, type ToThread } from "./thread-messages.ts";

/** A thread that was started. */
export interface Thread {
  post(message: ToThread): void;
  end(): void;
  /** Of processor time that the process it runs in has had; left out where nobody tells. */
  computedMilliseconds?(): number;
}

/**
 * Starts a thread.
 *
 * @param heard Is called with each of its messages.
 * @param ended Is called when it ends by itself, with why.
 */
export type StartThread = (heard: (message: unknown) => void, ended: (why: string) => void) => Thread;

/** Calls back after so many milliseconds, unless what is returned is called first. */
export type After = (milliseconds: number, callback: () => void) => () => void;

/** The text as it is when its turn comes. */
export interface Snapshot {
  readonly version: number;
  readonly code: SourceCode;
}

/** Why there is nothing to be had of a snapshot. */
interface Failed {
  readonly failure: string;
}

/** The analysis of a snapshot, or why there is none. */
export type ThreadAnswer = Snapshot & ({ readonly analysis: FileAnalysis } | Failed);

/** What a question was answered, not parsed yet, or why it was not. */
export type ThreadReply = { readonly answer: unknown } | Failed;

/** Gives a text; a long one may take a while to put together. */
type Take = () => Snapshot | undefined | Promise<Snapshot | undefined>;

/** What comes of a job: an analysis, or an answer where there was a question. */
type Outcome = ThreadAnswer | (Snapshot & ThreadReply);

interface Job {
  readonly take: Take;
  readonly question: Question | undefined;
  /** Milliseconds for which it may be silent beside what its text takes. */
  readonly extraPatience: number;
  readonly outcome: Promise<Outcome | undefined>;
  readonly settle: (outcome: Outcome | undefined) => void;
}

interface Work {
  readonly id: number;
  readonly key: string;
  readonly job: Job;
  readonly snapshot: Snapshot;
  readonly functions: AsyncFunction[];
}

const SILENCE_MILLISECONDS = 5_000;
/** Over ten times what they take a thread that has just started, on an idle machine. */
const MORE_MILLISECONDS_A_MILLION_CHARACTERS = 1_500;
/** One that has had the processor for less than this share of the time is not silent: others kept it from running. */
const COMPUTES = 0.5;
/** It is waited for so many times as long then. */
const STARVED_AFTER = 10;
/** A thread that has nothing to do gives its memory back. */
const IDLE_MILLISECONDS = 30_000;

/**
 * Analyses large texts in another thread, and answers questions about them, one at a time. A document waits in the queue once: its text is taken when
 * its turn comes, so that what was typed meanwhile is in it. A thread that crashes or falls silent is ended, and
 * the next text gets a new one.
 */
export class AnalysisThread {
  readonly #start: StartThread;
  readonly #after: After;
  readonly #queue = new Map<string, Job>();
  #thread: Thread | undefined;
  #work: Work | undefined;
  #count = 0;
  #cancelTimer = (): void => undefined;
  /** Whether a text is being put together, for the first in the queue. */
  #isTaking = false;
  #isDisposed = false;

  constructor(start: StartThread, after: After) {
    this.#start = start;
    this.#after = after;
  }

  /**
   * The analysis of a document's newest text; undefined when the document is gone by then.
   *
   * @param key Names the document, and how it is read.
   * @param version Of its present text.
   * @param take Gives its text; undefined when there is none any more.
   */
  async request(key: string, version: number, take: Take): Promise<ThreadAnswer | undefined> {
    const outcome = await this.#enqueue(key, version, take);
    return outcome === undefined || "answer" in outcome ? undefined : outcome;
  }

  /**
   * The answer to a question about a text; undefined when the thread is ended for good.
   *
   * @param key Names the text among all that are ever asked about; each question about each of its versions waits for itself.
   * @param extraPatience Milliseconds for which the answer is waited for beside what a text of its length takes.
   */
  async ask(
    key: string,
    snapshot: Snapshot,
    question: Question,
    extraPatience = 0,
  ): Promise<ThreadReply | undefined> {
    const { version } = snapshot;
    const name = `${key} ${version} ${JSON.stringify(question)}`;
    const outcome = await this.#enqueue(name, version, () => snapshot, { question, extraPatience });
    return outcome === undefined || "analysis" in outcome ? undefined : outcome;
  }

  #enqueue(
    key: string,
    version: number,
    take: Take,
    asked: Pick<Job, "question" | "extraPatience"> = { question: undefined, extraPatience: 0 },
  ): Promise<Outcome | undefined> {
    if (this.#isDisposed) return Promise.resolve(undefined);
    if (this.#work?.key === key && this.#work.snapshot.version === version) return this.#work.job.outcome;
    const queued = this.#queue.get(key);
    if (queued !== undefined) return queued.outcome;
    let settle!: Job["settle"];
    const outcome = new Promise<Outcome | undefined>((resolve) => {
      settle = resolve;
    });
    this.#queue.set(key, { take, ...asked, outcome, settle });
    this.#workOn();
    return outcome;
  }

  /** Ends the thread; what waits gets no answer. */
  dispose(): void {
    this.#isDisposed = true;
    this.#endThread();
    for (const { settle } of this.#queue.values()) settle(undefined);
    this.#queue.clear();
    this.#work?.job.settle(undefined);
    this.#work = undefined;
  }

  #workOn(): void {
    if (this.#work !== undefined || this.#isTaking || this.#isDisposed) return;
    const [next] = this.#queue;
    if (next === undefined) {
      this.#wait(IDLE_MILLISECONDS, () => this.#endThread());
      return;
    }
    const [key, job] = next;
    const taken = job.take();
    if (taken instanceof Promise) void this.#takeSlowly(key, job, taken);
    else this.#begin(key, job, taken);
  }

  async #takeSlowly(key: string, job: Job, taken: Promise<Snapshot | undefined>): Promise<void> {
    this.#isTaking = true;
    // A document that cannot be read any more has nothing to be analysed.
    const snapshot = await taken.catch(() => undefined);
    this.#isTaking = false;
    if (!this.#isDisposed) this.#begin(key, job, snapshot);
  }

  #begin(key: string, job: Job, snapshot: Snapshot | undefined): void {
    this.#queue.delete(key);
    if (snapshot === undefined) {
      job.settle(undefined);
      this.#workOn();
      return;
    }
    this.#work = { id: ++this.#count, key, job, snapshot, functions: [] };
    try {
      this.#thread ??= this.#startThread();
    } catch (error) {
      this.#fail(`could not be started: ${messageOf(error)}`);
      return;
    }
    this.#post(this.#work, 0);
  }

  /** Posts the text from an offset on; of a long one a piece at a time, giving way in between. */
  #post(work: Work, start: number): void {
    if (this.#work !== work) return;
    const { id, snapshot, job } = work;
    const { text, language } = snapshot.code;
    const end = start + CHARACTERS_A_PIECE;
    const isLast = end >= text.length;
    const piece = text.slice(start, end);
    try {
      if (!isLast) this.#thread?.post({ type: "text", id, text: piece });
      else if (job.question === undefined) this.#thread?.post({ type: "analyze", id, text: piece, language });
      else this.#thread?.post({ type: "ask", id, text: piece, language, question: job.question });
    } catch (error) {
      this.#fail(`could not be sent the text: ${messageOf(error)}`);
      return;
    }
    if (isLast) this.#watch();
    else this.#wait(0, () => this.#post(work, end));
  }

  #startThread(): Thread {
    const thread: Thread = this.#start(
      (message) => {
        if (this.#thread === thread) this.#hear(message);
      },
      (why) => {
        if (this.#thread === thread) this.#fail(`ended: ${why}`);
      },
    );
    return thread;
  }

  #hear(message: unknown): void {
    const work = this.#work;
    if (work?.job.question !== undefined) {
      const told = parseQuestionAnswer(message);
      if (told?.id === work.id) this.#settle({ ...work.snapshot, answer: told.answer });
      return;
    }
    const part = parsePart(message);
    if (part === undefined || work?.id !== part.id) return;
    for (const found of part.functions) work.functions.push(found);
    if (!part.isLast) {
      this.#watch();
      this.#thread?.post({ type: "next", id: part.id });
      return;
    }
    const { tokens, problems } = part;
    this.#settle({ ...work.snapshot, analysis: { tokens, functions: work.functions, problems } });
  }

  #watch(): void {
    const characters = this.#work?.snapshot.code.text.length ?? 0;
    const forText = SILENCE_MILLISECONDS + (characters / 1e6) * MORE_MILLISECONDS_A_MILLION_CHARACTERS;
    const patience = forText + (this.#work?.job.extraPatience ?? 0);
    const computed = (): number => this.#thread?.computedMilliseconds?.() ?? Infinity;
    const before = computed();
    const look = (waits: number): void => {
      const isKept = computed() - before < COMPUTES * patience;
      if (isKept && waits < STARVED_AFTER) this.#wait(patience, () => look(waits + 1));
      else this.#fail(`said nothing for ${Math.round((waits * patience) / 1000)} s`);
    };
    this.#wait(patience, () => look(1));
  }

  #wait(milliseconds: number, callback: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#after(milliseconds, callback);
  }

  #fail(failure: string): void {
    this.#endThread();
    if (this.#work !== undefined) {
      this.#settle({ ...this.#work.snapshot, failure: `The thread of the analysis ${failure}.` });
    }
  }

  #settle(outcome: Outcome): void {
    const { job } = this.#work!;
    this.#work = undefined;
    this.#cancelTimer();
    job.settle(outcome);
    this.#workOn();
  }

  #endThread(): void {
    this.#cancelTimer();
    this.#thread?.end();
    this.#thread = undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
