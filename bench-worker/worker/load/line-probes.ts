import { childrenOf, readTree, type Node } from "../../instrument/tree.ts";
import type { Insertion } from "../../insertions.ts";

/** Lines of a function that are listened to. */
export interface LinesOfFunction {
  /** Of the function, counted from 1. */
  readonly first: number;
  readonly last: number;
  readonly lines: readonly number[];
}

/** Code that runs together, from its first line to its last. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly insert: (probe: string) => Insertion[];
}

/** Code that tells of itself. */
export interface LineProbes {
  readonly insertions: readonly Insertion[];
  /** The lines that belong to a statement within the function: the others, as those of its head, tell nothing. */
  readonly told: readonly number[];
}

/**
 * What makes code tell of the innermost statement that has each of some lines of a function, once that runs. Lines stay where they are.
 *
 * @param code JavaScript that an engine would take.
 * @param probe What the code calls, given lines.
 * @throws {SyntaxError} where it is not well-formed.
 */
export function lineProbes(
  code: string,
  { first, last, lines }: LinesOfFunction,
  probe: (lines: readonly number[]) => string,
): LineProbes {
  const { program } = readTree(code, { file: "compiled.js" });
  // What has the whole function in it runs before it is called.
  const places = placesIn(program).filter(
    ({ from, to }) => from >= first && to <= last && to - from < last - first,
  );
  const byPlace = new Map<Place, number[]>();
  for (const line of lines) {
    const around = places.filter(({ from, to }) => from <= line && line <= to);
    const place = around.reduce<Place | undefined>(
      (best, one) => (best === undefined || one.to - one.from <= best.to - best.from ? one : best),
      undefined,
    );
    if (place !== undefined) byPlace.set(place, [...(byPlace.get(place) ?? []), line]);
  }
  return {
    insertions: [...byPlace].flatMap(([place, own]) => place.insert(probe(own))),
    told: [...byPlace.values()].flat(),
  };
}

function placesIn(program: Node): Place[] {
  const places: Place[] = [];
  const visit = (node: Node): void => {
    places.push(...placesOf(node));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return places;
}

function placesOf(node: Node): Place[] {
  switch (node.type) {
    case "BlockStatement":
    case "StaticBlock":
      return statementsOf(node["body"]);
    case "SwitchCase":
      return statementsOf(node["consequent"]);
    case "IfStatement":
      return ["consequent", "alternate"].flatMap((key) => aloneIn(node, node[key]));
    case "ForStatement":
    case "ForInStatement":
    case "ForOfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
      return aloneIn(node, node["body"]);
    case "ArrowFunctionExpression":
      return valueOfArrow(node);
    default:
      return [];
  }
}

function statementsOf(list: unknown): Place[] {
  return (list as readonly Node[])
    .filter((one) => one["directive"] === undefined)
    .map((one) => ({
      ...linesOf(one),
      insert: (probe) => [{ at: one.start, text: `${probe};` }],
    }));
}

/** A statement that stands alone where a block could, on lines of its own. */
function aloneIn(parent: Node, statement: unknown): Place[] {
  const one = statement as Node | null | undefined;
  if (one == null || one.type === "BlockStatement" || one.loc.start.line === parent.loc.start.line) return [];
  return [{ ...linesOf(one), insert: (probe) => around(one, `{${probe};`, "}") }];
}

/** What an arrow gives that has no block, on the lines behind its first. */
function valueOfArrow(arrow: Node): Place[] {
  const value = arrow["body"] as Node;
  const { from, to } = linesOf(value);
  if (value.type === "BlockStatement" || to === arrow.loc.start.line) return [];
  const begins = Math.max(from, arrow.loc.start.line + 1);
  return [{ from: begins, to, insert: (probe) => around(value, `(${probe},`, ")") }];
}

function around({ start, end }: Node, before: string, behind: string): Insertion[] {
  return [
    { at: start, text: before },
    { at: end, text: behind },
  ];
}

function linesOf({ loc: { start, end } }: Node): Pick<Place, "from" | "to"> {
  return { from: start.line, to: end.line };
}
