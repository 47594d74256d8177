import type { Variable } from "eslint-scope";
import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import type { SourceTree } from "./source-tree.ts";

/** What every engine has, and nobody else gives: the machine's clock, its network and its files are not among them. */
const ENGINE =
  /^(?:Array|ArrayBuffer|Atomics|BigInt|Boolean|Buffer|Error|Infinity|JSON|Map|Math|NaN|Number|Object|Promise|RangeError|Reflect|RegExp|Set|SharedArrayBuffer|String|Symbol|TypeError|WeakMap|WeakSet|\w+Array|clearTimeout|console|isFinite|isNaN|parseFloat|parseInt|queueMicrotask|setImmediate|setTimeout|structuredClone|undefined)$/;
/** What holds a value from elsewhere, without a name of its own. */
const FROM_ELSEWHERE = /^(?:ThisExpression|Super|ImportExpression|MetaProperty|YieldExpression)$/;
/** Places of one name, and names that are made of one another, that are looked at: of more it is not sure. */
const PLACES_AT_MOST = 300;
const DEPTH_AT_MOST = 60;

/**
 * Tells values that a text gives itself, by what it writes there, from those that it gets: by a parameter, an import, an answer, a
 * name that is set elsewhere. Where it is not sure, a value is one that it gets.
 */
export class OwnValues {
  readonly #tree: SourceTree;
  readonly #function: Node | undefined;
  readonly #known = new Map<Variable, boolean>();
  #depth = 0;

  /** @param reader In the function that reads the values: what others set while it runs is none of its own. */
  constructor(tree: SourceTree, reader: Node) {
    this.#tree = tree;
    this.#function = tree.functionAround(reader);
  }

  /** Whether all values that a piece of code works on are own ones. */
  areIn(node: Node, within: Node = node): boolean {
    if (FROM_ELSEWHERE.test(node.type)) return false;
    if (!this.#tree.isReference(node)) return childrenOf(node).every((child) => this.areIn(child, within));
    const variable = this.#tree.variableOf(node);
    const [definition] = variable?.defs ?? [];
    if (variable === undefined || definition === undefined) return ENGINE.test(String(node["name"]));
    const declared = definition.name as unknown as Node;
    // What a function within is called with stands there, too.
    const isWithin = within.start <= declared.start && declared.end <= within.end;
    return (definition.type === "Parameter" && isWithin) || this.#isOwn(variable);
  }

  #isOwn(variable: Variable): boolean {
    const known = this.#known.get(variable);
    if (known !== undefined) return known;
    if (variable.references.length > PLACES_AT_MOST || this.#depth >= DEPTH_AT_MOST) return false;
    this.#depth++;
    // What is made of itself is as the rest of it is.
    this.#known.set(variable, true);
    const isOwn = this.#isDeclaredOwn(variable) && this.#isKeptOwn(variable);
    this.#depth--;
    if (isOwn) return true;
    // What was taken for own until now may be made of it.
    for (const [other, was] of this.#known) if (was) this.#known.delete(other);
    this.#known.set(variable, false);
    return false;
  }

  #isDeclaredOwn({ defs }: Variable): boolean {
    const [{ type, node }] = defs as [Variable["defs"][number]];
    const declared = node as unknown as Node;
    if (type === "FunctionName") return this.areIn(declared);
    const declaration = this.#tree.parentOf(declared);
    const loop = declaration === undefined ? undefined : this.#tree.parentOf(declaration);
    return type === "Variable" && !(/^For(?:In|Of)/.test(loop?.type ?? "") && loop?.["left"] === declaration);
  }

  /** Whether nothing that is done with a variable gives it a value from elsewhere. */
  #isKeptOwn({ defs, references }: Variable): boolean {
    const declaredBy = this.#tree.functionAround(defs[0]!.name as unknown as Node);
    // What is counted is a number, and stays what it is whoever is given it.
    const isNumber = references.some(
      ({ identifier }) => this.#parentOf(identifier).type === "UpdateExpression",
    );
    return references.every(({ identifier, writeExpr }) => {
      const place = identifier as unknown as Node;
      const set = (writeExpr as unknown as Node | null | undefined) ?? this.#changedBy(place, isNumber);
      if (set == null) return true;
      const owner = this.#tree.functionAround(place);
      return (owner === declaredBy || owner === this.#function) && this.areIn(set);
    });
  }

  #parentOf(identifier: unknown): Node {
    return this.#tree.parentOf(identifier as Node)!;
  }

  /** The statement in which what a variable holds may be changed: `all.push(one)`, `fill(all)`. */
  #changedBy(place: Node, isNumber: boolean): Node | undefined {
    const parent = this.#parentOf(place);
    const isHanded = !isNumber && (parent["arguments"] as Node[] | undefined)?.includes(place) === true;
    let statement = place;
    let isBegun = parent.type === "MemberExpression";
    for (const around of this.#tree.around(place)) {
      if (isFunction(around) || around.type === "BlockStatement" || around.type === "Program") break;
      isBegun &&= around.start === place.start;
      statement = around;
      if (/Statement$|Declaration$/.test(around.type)) break;
    }
    return isHanded || (isBegun && statement.type === "ExpressionStatement") ? statement : undefined;
  }
}
