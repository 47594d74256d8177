import type { IoCallKind } from "../../../../analysis/model.ts";
import type { GivenFakes } from "../../fakes-file/given-fakes.ts";
import type { IoCore } from "../../io/io-core.ts";
import type { Shape } from "../../../contract/fact.ts";
import type { ClientFakes } from "../client-fakes.ts";
import type { Noting } from "../plain/noting.ts";
import type { IoHints } from "../io-hints.ts";
import type { Known } from "./known.ts";
import type { ClassInstances } from "../../types/type.ts";
import type { Plan } from "./plan.ts";

/** What the parts of the universal fakes know in common, and how each makes further ones. */
export interface FakeContext {
  readonly core: IoCore;
  readonly hints: IoHints;
  readonly known: Known;
  /** Clients whose ways are known. */
  readonly clients: ClientFakes;
  /** What the user's fakes file gives for the target. */
  readonly given: GivenFakes | null;
  /** Makes instances of the project's own classes; null where there are none. */
  readonly instances: ClassInstances | null;
  /** Where it is noted what is done with fakes; null where that is not. */
  readonly noting: Noting | null;
  /** Makes a fake; `absent` names properties that it does not have, `origin` is what it was asked of, where a call gave it. */
  make(name: string, absent?: readonly string[], origin?: object): unknown;
  /** What was found out about fakes of a name. */
  planOf(name: string): Plan;
  /** Makes what a call of a fake gives. */
  makeAnswer(plan: Plan, origin?: object): unknown;
  isFake(value: unknown): boolean;
  /** Adds a name to some by which fakes are told apart: where it is new, what was found out about fakes may be otherwise. */
  tellApart(names: Set<string>, name: string): void;
  /** The name of a fake; undefined for any other value. */
  nameOf(value: unknown): string | undefined;
  /** Whether a name stands for a module as a whole. */
  isModule(name: string): boolean;
  /** The package that stands behind a fake; undefined where that is not known. */
  packageOf(name: string): string | undefined;
  /** What an error, or its name, told of what goes by a name. */
  shapeOf(name: string): Shape | undefined;
  /** Tells that a fake was used, with what the source shows of it, or else `why`. */
  note(expression: string, kind: IoCallKind, why: string, line?: number | null): void;
}

/** Values beside the first that a function is given. */
export function furtherValues(fakes: FakeContext, name: string, count: number): unknown[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => fakes.make(`${name}()[${at + 1}]`));
}
