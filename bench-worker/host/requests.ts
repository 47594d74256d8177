import type { Measure } from "../benchmark-options.ts";
import { eachRecorded, withoutRecorded, type Scenario } from "../contract/scenario.ts";
import type { RunRequest, TargetRun, TargetSource } from "../protocol.ts";
import type { Way } from "../way.ts";
import type { BenchmarkRequest } from "./api.ts";
import type { Step } from "./step.ts";

/** How far a target has come in a measure. */
interface Course {
  /** The index of its next process. */
  readonly next: number;
  /** Whether it has told what is the same in every process. */
  readonly hasConstants: boolean;
}

const NOT_BEGUN: Course = { next: 0, hasConstants: false };

/** Calls of a round of time where a process does not say otherwise. */
const ROUND_CALLS = 100;

/** What each process of a benchmark is asked: no more than those before it have left open. */
export class Requests {
  readonly #request: BenchmarkRequest;
  /** By measure and target. */
  readonly #courses = new Map<string, Course>();
  /** How targets got to run, by their ids: processes after the first need not look for it. */
  readonly #learnt = new Map<string, Way>();
  /** The targets of which a process, of whatever measure, has told what is counted. */
  readonly #counted = new Set<string>();
  /** Calls of a round of time, by target, as a process took them. */
  readonly #roundCalls = new Map<string, number>();
  /** Targets whose scenario was told. */
  readonly #heard = new Set<string>();
  /** Targets whose recorded call a process could not play: none of them is to measure another call than the others. */
  readonly #notReplayed = new Set<string>();
  /** Which of a target's recorded calls was played: the usual one, 0, or one of the others, from 1 on. */
  readonly #played = new Map<string, number>();

  constructor(request: BenchmarkRequest) {
    this.#request = request;
  }

  /** What the next process with these targets is asked. */
  next(group: TargetSource[], step: Step): RunRequest {
    const { measure, processBudgetMilliseconds, quick } = step;
    const courses = group.map(({ id }) => this.#course(measure, id));
    // Counted apart for those that share their processes: a count in common with others would give them every second
    // number, and always the same order of loading.
    const processIndex = Math.max(...courses.map(({ next }) => next));
    for (const [index, { id }] of group.entries())
      this.#courses.set(`${measure} ${id}`, { ...courses[index]!, next: processIndex + 1 });
    return {
      measure,
      targets: group.map((target) => ({ ...target, scenario: this.#scenarioOf(target) })),
      options: this.#request.options,
      processBudgetMilliseconds,
      purpose: this.#request.purpose ?? "benchmark",
      processIndex,
      // Asked for again where the process that was asked failed.
      withConstants: courses.some(({ hasConstants }) => !hasConstants),
      isCounted: group.every(({ id }) => this.#counted.has(id)),
      isQuick: quick,
      roundCalls: group.flatMap(({ id }) => {
        const calls = this.#roundCalls.get(id);
        return calls === undefined ? [] : [{ id, calls }];
      }),
      ...(this.#request.onScenario === undefined ? {} : { tellsParts: true }),
      workspaceFolder: this.#request.workspaceFolder,
    };
  }

  /** Keeps what a process that was asked this has told of one of its targets for all processes. */
  hear({ measure, withConstants, purpose, targets }: RunRequest, answer: TargetRun): void {
    if (answer.state !== "completed") return;
    const { id, learnt, time, scenario, parts, other = 0 } = answer;
    // The first process decides what the others play.
    if (parts !== undefined && !this.#heard.has(id)) {
      this.#heard.add(id);
      this.#request.onScenario?.(id, learnt === undefined ? parts : { ...parts, learnt });
    }
    if (scenario?.origin === "recorded" && !this.#played.has(id)) this.#played.set(id, other);
    if (scenario?.notReplayed !== undefined) {
      // What is compared is to measure the same call.
      for (const one of purpose === "comparison" ? targets : [{ id }]) this.#notReplayed.add(one.id);
    }
    if (learnt !== undefined) this.#learnt.set(id, learnt);
    if (time !== undefined) this.#roundCalls.set(id, time.roundCalls ?? ROUND_CALLS);
    if (!withConstants) return;
    this.#counted.add(id);
    const { next } = this.#course(measure, id);
    this.#courses.set(`${measure} ${id}`, { next, hasConstants: true });
  }

  /** What processes before have learnt of a target's scenario goes with it, also that its recorded call does not play. */
  #scenarioOf({ id, scenario = {} }: TargetSource): Scenario {
    const played = [...eachRecorded(scenario)][this.#played.get(id) ?? -1] ?? scenario;
    const playable = this.#notReplayed.has(id) ? withoutRecorded(played) : played;
    const learnt = this.#learnt.get(id);
    return learnt === undefined ? playable : { ...playable, learnt };
  }

  #course(measure: Measure, id: string): Course {
    return this.#courses.get(`${measure} ${id}`) ?? NOT_BEGUN;
  }
}
