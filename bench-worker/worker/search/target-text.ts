import type { AsyncFunction, IoCall } from "../../../analysis/model.ts";
import { withWrapped } from "../../insertions.ts";
import { sourceTextOf } from "../load/source-text.ts";
import type { Facts } from "../facts.ts";
import { changesBy } from "../program/changes.ts";
import { conditionsOf, type Condition } from "../program/conditions.ts";
import { valueOfGiven } from "../program/constants.ts";
import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import { filtersOf, namesWithin, returnedCalls, returnsOf, skipsOf } from "../program/return-lines.ts";
import type { Expression } from "../program/expression.ts";
import { missedPlace } from "../program/missed-place.ts";
import { sourceTreeOf, type SourceTree } from "../program/source-tree.ts";
import { wantedIoCalls } from "../../../analysis/steering/wanted.ts";
import { isErrorName } from "../../../analysis/patterns/callback-names.ts";
import type { TargetSource } from "../../protocol.ts";
import type { Recording } from "../measure/record.ts";
import { callsOfSuccess } from "./calls-of-success.ts";
import type { Analyze, ChangedText } from "../load/load-services.ts";

/** A target's text, as it was written and as attempts change it. */
export class TargetText {
  /** What it is without what attempts change. */
  readonly source: TargetSource;
  readonly #analyze: Analyze;
  /** The I/O calls that it is to come to; undefined before it is known. */
  #wanted: readonly IoCall[] | undefined;

  constructor(source: TargetSource, analyze: Analyze) {
    this.source = source;
    this.#analyze = analyze;
  }

  /** Its text as facts change it; undefined where they do not. */
  changed(facts: Facts): ChangedText | undefined {
    const { text, file, functionStart } = this.source;
    const wrappings = changesBy(facts, file, text);
    if (wrappings.length === 0) return undefined;
    const before = wrappings.reduce(
      (all, { start, end, before, behind }) =>
        all + (start <= functionStart ? before.length : 0) + (end <= functionStart ? behind.length : 0),
      0,
    );
    return { text: withWrapped(text, wrappings), functionStart: functionStart + before };
  }

  /** The texts of its file and others as they are without what attempts change. */
  get textOf(): (file: string) => string | null {
    return sourceTextOf(this.source);
  }

  /** Whether a call that came to some I/O calls and not to these left between them with what it had found, as a cache does. */
  leavesByCache({ operations }: Pick<Recording, "operations">, missed: readonly IoCall[]): boolean {
    const firstMissed = Math.min(...missed.map(({ position }) => position.line));
    const { target } = this.#asWritten();
    // What stands before the function is none of it, be it called by it.
    const first = target?.position.line ?? 0;
    const reached = operations.flatMap(({ line }) =>
      line !== null && first <= line && line <= firstMissed ? [line] : [],
    );
    if (missed.length === 0 || reached.length === 0) return false;
    // It went on: something else than what it had found kept it from them. What is done at last is done in any case.
    const { start = 0, end: ending = 0 } = target?.range ?? {};
    const atLast = this.written.slice(start, ending).search(/\bfinally\s*\{/);
    const end = lineOf(this.written, atLast < 0 ? ending : start + atLast);
    if (operations.some(({ line }) => line !== null && line > firstMissed && line <= end)) return false;
    const from = Math.max(...reached);
    return this.#own(returnsOf).some(({ node: { loc, argument }, ...place }) => {
      const [given, isBetween] = [
        argument as Node | null,
        from <= loc.start.line && loc.end.line <= firstMissed,
      ];
      return given !== null && isBetween && givesHit({ ...place, node: given });
    });
  }

  /** The I/O calls that a call is to come to. */
  wantedIo(): readonly IoCall[] {
    if (this.#wanted !== undefined) return this.#wanted;
    const { functions, target } = this.#asWritten();
    return (this.#wanted = target === undefined ? [] : wantedIoCalls(functions, target));
  }

  /** Those on the path of success. */
  ioCallsOfSuccess(): readonly IoCall[] {
    const { functions, target } = this.#asWritten();
    if (target === undefined) return [];
    return callsOfSuccess({ functions, target }, { ...this.source, text: this.written });
  }

  /** The lines of its own `return`s. */
  returnLines(): ReadonlySet<number> {
    return new Set(this.#own(returnsOf).map(({ node }) => node.loc.start.line));
  }

  /** The lines of what goes on to the next round of a loop. */
  skipLines(): ReadonlySet<number> {
    return new Set(this.#own(skipsOf).map(({ node }) => node.loc.start.line));
  }

  /** The lines of what leaves items out of a list: what else a method of that name is given may be no function. */
  filterLines(): ReadonlySet<number> {
    const filters = this.#own(filtersOf).filter((one) => conditionOfFilter(one).length > 0);
    return new Set(filters.map(({ node }) => node.loc.start.line));
  }

  /** What stands in its own code. */
  #own(find: typeof returnsOf): readonly Expression[] {
    return this.#inTree([], (tree, start) =>
      find(tree, start).map((node) => ({ tree, node, below: () => null })),
    );
  }

  /** What is read of the tree of its text, in which it starts somewhere; `none` where there is no such tree. */
  #inTree<T>(none: T, read: (tree: SourceTree, start: number) => T): T {
    const { target } = this.#asWritten();
    const tree = target === undefined ? null : sourceTreeOf(this.source.file, this.written);
    return target === undefined || tree === null ? none : read(tree, target.range.start);
  }

  /** The names that stand in it. */
  names(): Set<string> {
    return this.#inTree(new Set<string>(), namesWithin);
  }

  /** The calls whose values it gives back as they are: lines and names of methods or functions. */
  returnedCalls(): readonly { readonly line: number; readonly name: string }[] {
    return this.#inTree([], returnedCalls).map((call) => {
      const callee = call["callee"] as Node;
      const named = (callee["property"] as Node | undefined) ?? callee;
      return { line: named.loc.start.line, name: (named["name"] as string | undefined) ?? "" };
    });
  }

  /**
   * The conditions by which a call leaves by its own `return` on a line; none where it gives back what it asked for there, as a cache does.
   */
  conditionsOfReturn(line: number): readonly Condition[] {
    return this.#own(returnsOf)
      .filter(({ node }) => node.loc.start.line === line)
      .flatMap((place) => {
        const { node, tree } = place;
        const given = node["argument"] as Node | null;
        const conditions = conditionsOf(place);
        const isGiven = parametersOf(tree, node);
        const isAsked = (one: Condition): boolean => isAskedBy(given!, one, isGiven, tree);
        return given === null || !conditions.some(isAsked) ? conditions : [];
      });
  }

  /**
   * The conditions on which it goes on to the next round of a loop at a line, none where it waits for something else before that; and that on
   * which it leaves an item out of a list.
   */
  conditionsOfSkip(line: number): readonly Condition[] {
    const isThere = ({ node }: Expression): boolean => node.loc.start.line === line;
    return [
      ...this.#own(skipsOf)
        .filter((one) => isThere(one) && !waitsBefore(one.node, one.tree))
        .flatMap(conditionsOf),
      ...this.#own(filtersOf).filter(isThere).flatMap(conditionOfFilter),
    ];
  }

  /** Where one of the I/O calls on the path of success stands that were not come to. */
  placeOfMissed({ range }: IoCall, missed: readonly IoCall[]): { isReplaced?: true; around?: number[] } {
    const left = new Set(missed.map((one) => one.range.start));
    const starts = this.ioCallsOfSuccess().map((one) => one.range.start);
    const reached = new Set(starts.filter((start) => !left.has(start)));
    return this.#inTree({}, (tree, start) => {
      const { isReplaced, around } = missedPlace(tree, start, range.start, reached);
      return { ...(isReplaced && { isReplaced }), ...(around.length > 0 && { around: [...around] }) };
    });
  }

  /** A line of it, as it was written. */
  line(line: number): string {
    return this.written.split("\n")[line - 1]?.trim() ?? "";
  }

  /** The text as its author wrote it. */
  get written(): string {
    return (this.source.written ?? this.source).text;
  }

  /** The functions of the text as it was written, and which of them is the target. */
  #asWritten(): { readonly functions: readonly AsyncFunction[]; readonly target: AsyncFunction | undefined } {
    const { language } = this.source;
    const { text, functionStart } = this.source.written ?? this.source;
    const { functions } = this.#analyze(text, language);
    return { functions, target: functions.find(({ range }) => range.start === functionStart) };
  }
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Whether a condition asks for what is given back, or made of it: `if (cached) return cached.value`, `if (all.has(id)) return all.get(id)`. */
function isAskedBy(
  given: Node,
  condition: Condition,
  isParameter: (node: Node) => boolean,
  tree: SourceTree,
): boolean {
  if (!("test" in condition) || isFlagOf(given, condition.test.node)) return false;
  const asked = new Set(namesIn(condition.test.node));
  // An argument that is only handed on was not looked up.
  const names = given.type === "Identifier" ? namesIn(given) : namesIn(given, isParameter);
  return names.some((name) => asked.has(name)) || madeOf(given, tree).some((name) => asked.has(name));
}

/**
 * Whether what is given back is what a condition on the way to it found there, as in a cache: `if (known) return known.value`. What the function is
 * called with is in no cache, what is compared with something is no hit, and neither is an error, nor what is there or something else is not.
 */
function givesHit(given: Expression): boolean {
  const { node, tree } = given;
  const isParameter = parametersOf(tree, node);
  const isLeftOut = (name: Node): boolean => isParameter(name) || isErrorName(String(name["name"]));
  const names = new Set([...namesIn(node, isLeftOut), ...madeOf(node, tree)]);
  return conditionsOf(given)
    .flatMap((one) => ("test" in one ? foundIn(one.test.node, one.was) : []))
    .some((found) => namesIn(found, isLeftOut).some((name) => names.has(name)));
}

/** The parts of a condition that is true, or false, which are there then: `known`, `row !== null`. */
function foundIn(test: Node, is: boolean): Node[] {
  const part = (key: string): Node => test[key] as Node;
  const of = (key: string): Node[] => foundIn(part(key), is);
  const operator = String(test["operator"]);
  switch (test.type) {
    case "UnaryExpression":
      return operator === "!" ? foundIn(part("argument"), !is) : [];
    case "LogicalExpression": {
      if (operator === (is ? "&&" : "||")) return [...of("left"), ...of("right")];
      const [left, right] = [of("left"), of("right")];
      return left.length > 0 && right.length > 0 ? [...left, ...right] : [];
    }
    case "BinaryExpression": {
      const isNothing = part("right")["value"] === null || part("right")["name"] === "undefined";
      return isNothing && operator.startsWith(is ? "!" : "=") ? [part("left")] : [];
    }
    default:
      return is ? [test] : [];
  }
}

/** Whether a test asks for a flag of what is given back, which says nothing of where that came from: `if (order.isPaid) return order`. */
function isFlagOf({ type, name }: Node, test: Node): boolean {
  const object = test["object"] as Node | undefined;
  return (
    type === "Identifier" &&
    test.type === "MemberExpression" &&
    test["computed"] !== true &&
    object?.["name"] === name
  );
}

/** The names of what the variables in an expression are made of: `cached` of `{ ...hit }` where `const hit = JSON.parse(cached)`. */
function madeOf(given: Node, tree: SourceTree): string[] {
  if (given.type !== "Identifier") return childrenOf(given).flatMap((child) => madeOf(child, tree));
  const [definition, ...others] = tree.variableOf(given)?.defs ?? [];
  const value = (definition?.node as unknown as Node | undefined)?.["init"] as Node | null | undefined;
  return others.length > 0 || value == null || value.type === "AwaitExpression" ? [] : namesIn(value);
}

/** Whether what stands before a `continue`, in the branch that ends with it, waits for something. */
function waitsBefore(node: Node, tree: SourceTree): boolean {
  const branch = tree.parentOf(node);
  const waits = (one: Node): boolean =>
    one.type === "AwaitExpression" || (!isFunction(one) && childrenOf(one).some(waits));
  return branch?.type === "BlockStatement" && waits(branch);
}

/** What a `filter`, by the name of the method, asks of an item. */
function conditionOfFilter({ node, tree, ...place }: Expression): Condition[] {
  const call = tree.parentOf(tree.parentOf(node)!)!;
  const [given] = call["arguments"] as Node[];
  if (given === undefined) return [];
  const test = valueOfGiven({ ...place, tree, node: given });
  return test === undefined ? [] : [{ test, was: false }];
}

/** Tells names that stand for a parameter of the function around a node. */
function parametersOf(tree: SourceTree, node: Node): (name: Node) => boolean {
  const own = tree.functionAround(node);
  return (name) =>
    tree
      .variableOf(name)
      ?.defs.some(
        ({ type, node: declared }) => type === "Parameter" && (declared as unknown as Node) === own,
      ) === true;
}

/** The names of the values that an expression has, and not of what is read of these. */
function namesIn(node: Node, isLeftOut: (name: Node) => boolean = () => false): string[] {
  if (node.type === "Identifier")
    return node["name"] === "undefined" || isLeftOut(node) ? [] : [node["name"] as string];
  if (node.type !== "MemberExpression" || node["computed"] === true)
    return childrenOf(node).flatMap((child) =>
      namesIn(child, child === node["callee"] || child === node["object"] ? undefined : isLeftOut),
    );
  const object = node["object"] as Node;
  const ofThis = object.type === "ThisExpression" ? [String((node["property"] as Node)["name"])] : [];
  return [...ofThis, ...namesIn(object)];
}
