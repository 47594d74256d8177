import { WRITE_FAKES_COMMAND } from "../fakes-file/command.ts";
import type { FactAbout } from "../contract/fact.ts";
import type { Facts } from "./facts.ts";
import { preparationSentence } from "../preparation-words.ts";
import type { Preparation } from "../preparation.ts";
import { remark } from "../remark.ts";
import type { LoadedTarget } from "./load/load-target.ts";
import type { IoCore } from "./io/io-core.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import type { Contestant } from "./measure/contestant.ts";
import { shapeText } from "./learnt-facts.ts";
import { nameInProject } from "./load/package-name.ts";
import { setterOf, unsetSentence } from "./load/project-globals.ts";

/** Has the result say which globals were made up, and from what the function was taken apart, and why: `first`. */
export function sayWhatWasMadeUp(
  core: IoCore,
  { target, recording }: Pick<Contestant, "target" | "recording">,
  first: unknown,
): void {
  const { standIns, madeBy } = target;
  const { isolation, facts } = standIns;
  const called = [
    ...core.uses.flatMap(({ expression, calls = 0 }) => (calls > 0 ? [expression] : [])),
    // Whatever the source calls it: `new Request().save` goes by `one.save` there.
    ...core.calledFakes.map((one) => one.name),
  ].map((operation) => operation.replace(/^new /, "").split(/[.(]/)[0]);
  const isCalled = (name: string): boolean => called.includes(name);
  const globals = facts
    .about("global")
    .flatMap(({ name }) => (!core.browserGlobals.has(name) && isCalled(name) ? [name] : []));
  if (globals.length > 0) {
    const set = globals.map((name) => [name, setterOf(name, target.source.file)] as const);
    const files = [...new Set(set.flatMap(([, file]) => (file === undefined ? [] : [file])))];
    const named = set
      .map(([name, file]) => (file === undefined ? name : `${name} (${file} does)`))
      .join(", ");
    const others = files.length === 0 ? "them" : "others";
    const rest = set.every(([, file]) => file !== undefined)
      ? ""
      : ` What runs its program may set ${others}.`;
    core.remark(
      remark(
        "globals-made-up",
        `Globals that it calls were made up, as nothing that was loaded sets them: ${named}.${rest}`,
        { globals, ...(files.length > 0 && { files }) },
      ),
    );
  }
  const unset = unsetSentence(target);
  if (unset !== null) core.incidents.add(unset);
  if (madeBy != null) {
    const made: Preparation = { what: "made", by: madeBy.name.slice(0, 200), line: madeBy.line };
    core.prepared(made, preparationSentence(made));
  }
  if (isolation === null) return;
  const why =
    first instanceof Unmeasurable
      ? `Where it stands: ${first.message} To have it measured there: ${first.hint.charAt(0).toLowerCase()}${first.hint.slice(1)}`
      : "As it stands it came to no I/O call.";
  const apart = { what: "apart", from: isolation === "closure" ? "surroundings" : "module" } as const;
  const code = recording.operations.length === 0 ? "apart-without-io" : "apart";
  core.prepared(apart, `${preparationSentence(apart)} ${why}`, code);
}

/**
 * Tells by what values, beside those of its rung, an attempt came to its end.
 *
 * @param isUsed Whether the target has to do with a package.
 */
export function sayWhatWasLearnt(
  core: IoCore,
  { standIns: { facts }, fakes, source }: Pick<LoadedTarget, "standIns" | "fakes" | "source">,
  isUsed: (packageName: string) => boolean,
): void {
  for (const { name, evidence, through } of facts.about("package")) {
    if ((evidence ?? through) === undefined || !isUsed(name)) continue;
    const sentence =
      evidence === undefined ? sayThrough(name, through!) : sayRefusing(name, through, evidence);
    core.remark(remark("package-made-up", sentence, { packages: [name] }));
  }
  const variables = facts.about("variable").map(({ name }) => name);
  if (variables.length > 0) {
    const sentence = `Variables of the environment that the project reads and nothing sets were given texts: ${variables.join(", ")}. To give others, say them in a fakes file, as its environment.`;
    core.remark(remark("variables-made-up", sentence, { variables }));
  }
  const values = facts.about("value");
  const chosen = values.filter(({ because, among }) => LED_BY.has(because) || among !== undefined);
  const branches = facts.about("branch");
  const isForced = branches.some(({ because }) => because === "early-return");
  if (chosen.length + branches.length > 0)
    core.remark(remark(isForced ? "early-return" : "way-chosen", sayChosen(chosen, branches, source.file)));
  for (const { name: file, evidence } of facts.about("file")) {
    const name = nameInProject(file);
    core.remark(remark("file-made-up", sayFailing(name, evidence), { files: [name] }));
  }
  const isOfFile = (root: string): boolean => fakes.isModule(root) && fakes.packageOf(root) === undefined;
  const calledModules = modulesCalled(core, isOfFile);
  const unloaded = facts.about("unloaded-file");
  for (const { name: file, evidence } of unloaded) {
    const name = nameInProject(file);
    const code = calledModules.length > 0 ? "file-made-up" : "file-not-loaded";
    core.remark(remark(code, sayUnloaded(name, evidence), { files: [name] }));
  }
  // Those that are there are named above.
  if (unloaded.length === 0 && facts.about("file").length === 0 && calledModules.length > 0)
    core.remark(remark("file-made-up", sayNotThere(calledModules), { files: calledModules }));
}

/** Tells at which lines of the target's file, and of others of its project, gaps were filled. */
export function sayFilled(core: IoCore, facts: Facts, ownFile: string): void {
  const gaps = facts.about("line").toSorted((one, other) => one.line - other.line);
  if (gaps.length === 0) return;
  const lines = gaps.flatMap(({ name, line }) => (name === ownFile ? [line] : []));
  const elsewhere = gaps.flatMap(({ name, line }) =>
    name === ownFile ? [] : [{ file: nameInProject(name), line }],
  );
  const made: Preparation = {
    ...{ what: "gaps-filled", lines: [...new Set(lines)] },
    ...(elsewhere.length > 0 ? { elsewhere } : {}),
  };
  core.prepared(made, preparationSentence(made));
}

/** The rules that lead a call by what a value is. */
const LED_BY: ReadonlySet<string> = new Set(["left-early", "skipped"]);

const TAKEN = { case: "what its first case is for", once: "false after one round" };

/** What is told of values, and of tests that were taken to be otherwise, without which a call would have come to another end. */
function sayChosen(
  values: readonly FactAbout<"value">[],
  branches: readonly FactAbout<"branch">[],
  ownFile: string,
): string {
  const forced = branches.filter(({ because }) => because === "early-return");
  const by = (rule: string): string[] =>
    values.filter(({ because, among }) => because === rule && among === undefined).map(takenToBe);
  // A value that did not lead past a test is not what led past it.
  const ofValues = values
    .filter(({ among, because }) => among === undefined && because === "left-early")
    .filter(({ name }) => !forced.some(({ test }) => test.includes(withoutStar(name))))
    .map(takenToBe);
  const keys = values.flatMap(({ name, is, among }) =>
    among === undefined ? [] : [`${takenToBe({ name, is })}, of ${among.join(", ")}`],
  );
  const ofBranches = (rule: string): string[] =>
    branches
      .filter(({ because }) => because === rule)
      .map(({ name, line, test, is }) => {
        const where = name === ownFile ? "" : ` of ${nameInProject(name)}`;
        const asked = test.replace(/\s+/g, " ");
        return `${asked} at line ${line}${where} was taken to be ${typeof is === "boolean" ? is : TAKEN[is]}`;
      });
  const ends = [
    ["fails", ofBranches("other-way")],
    ["goes on without end", ofBranches("leaves-loop")],
    ["returns before its I/O calls", [...ofValues, ...ofBranches("early-return")]],
    ["passes over items before I/O calls", by("skipped")],
    ["may do something else", keys],
  ] as const;
  const said = ends.flatMap(([end, named]) =>
    named.length === 0 ? [] : [`On other values it ${end}: ${[...new Set(named)].join(", ")}.`],
  );
  return `${said.join(" ")} To have it go another way, say so in a fakes file: ${WRITE_FAKES_COMMAND}.`;
}

function takenToBe({ name, is }: Pick<FactAbout<"value">, "name" | "is">): string {
  return `${withoutStar(name)} was taken to be ${shapeText(is)}`;
}

/** The name of a value that goes by it wherever it is. */
function withoutStar(name: string): string {
  return name.replace(/^\*\./, "");
}

/** The modules that are stand-ins on which I/O calls are made, by the names of these. */
function modulesCalled(core: IoCore, isMeant: (root: string) => boolean): string[] {
  const roots = core.calledFakes.flatMap(({ name, kind }) => {
    const [root = ""] = name.replace(/^new /, "").split(/[.(]/);
    return kind !== "sync" && isMeant(root) ? [root] : [];
  });
  return [...new Set(roots)];
}

/** What is told of files of the project that are not there. */
function sayNotThere(names: readonly string[]): string {
  return `I/O calls are made on files of its project that are not there: ${names.join(", ")}. What they do is no part of the numbers. Build the project, or check what it imports.`;
}

/** What is told of a file of the project that was made up as it does not load. */
function sayUnloaded(file: string, said: string): string {
  return `${file} of its project was made up, as it does not load: ${said.replace(/\.$/, "")}. What it exports are stand-ins.`;
}

/** What is told of a file of the project that was made up for what it threw. */
function sayFailing(file: string, said: string): string {
  return `${file} of its project was made up, as it failed on fake I/O and made-up values: ${said.replace(/\.$/, "")}. What happens in there is no part of the numbers.`;
}

/** What is told of a package that was made up as one that it uses reaches for what there is no fake of. */
function sayThrough(name: string, used: string): string {
  return `The package ${name} was made up, as ${used}, which it uses, reaches for what has no fake.`;
}

/** What is told of a package that was made up for what it threw, or the package that it uses: `said`. */
function sayRefusing(name: string, used: string | undefined, said: string): string {
  // What it looked for follows in lines of their own.
  const error = said.replace(/\.?(?<!\s)\s+(?:Tried|Require stack):$/, "");
  const isNative = /\bbindings? file\b|\.node\b|native/i.test(error);
  const who = used === undefined ? "it" : `${used}, which it uses,`;
  return `The package ${name} was made up, as ${who} ${isNative ? "needs its native part, which does not run here" : "refused made-up values"}: ${error}`;
}
