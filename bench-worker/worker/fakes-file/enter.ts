import type { FactAbout } from "../../contract/fact.ts";
import type { IoCore } from "../io/io-core.ts";
import type { GivenFakes } from "./given-fakes.ts";

/** What variables of the environment were before a target's own took their places. */
const before = new Map<string, string | undefined>();
let learntBefore: readonly FactAbout<"variable">[] = [];

/**
 * Makes what a fakes file gives for a target hold for the calls that follow, or nothing: fakes of Node's modules and
 * the environment are shared by all targets of the process.
 *
 * @param learnt What else variables of the environment are, unless the file gives them.
 */
export function enter(
  core: IoCore,
  given: GivenFakes | null,
  learnt: readonly FactAbout<"variable">[] = [],
): void {
  const isKnown =
    learnt.length === learntBefore.length && learnt.every((one, index) => one === learntBefore[index]);
  if (core.given === given && isKnown) return;
  learntBefore = learnt;
  core.given = given;
  if (given !== null) given.nameInSource = nameHere(core);
  const { env } = globalThis.process;
  for (const [name, value] of before) {
    if (value === undefined) Reflect.deleteProperty(env, name);
    else env[name] = value;
  }
  before.clear();
  const set = Object.fromEntries(learnt.map(({ name, is }) => [name, is]));
  for (const [name, value] of Object.entries({ ...set, ...given?.environment })) {
    before.set(name, env[name]);
    env[name] = value;
  }
}

/** How the source calls the operation whose call is watched, or what is read there. */
function nameHere(core: IoCore): NonNullable<GivenFakes["nameInSource"]> {
  return (expression, isRead) => {
    const { tap } = core;
    if (tap?.nameInSource === undefined) return undefined;
    const line = tap.line?.() ?? null;
    return line === null ? undefined : tap.nameInSource(expression, line, isRead);
  };
}
