import type { Node } from "../../../instrument/tree.ts";
import { framesOf, stackOf } from "../../io/call-site.ts";
import { sourceTreeOf } from "../../program/source-tree.ts";
import { standInNameOf } from "../../program/value-name.ts";
import { packageOfFile } from "../package-name.ts";
import type { Correction } from "./correction.ts";
import { shapeOf } from "./of-type.ts";

/** Types as packages name them that tell what they were given: `Illegal arguments: string, function`. */
const TYPES = /\b(?:string|function|object|number|boolean|undefined)\b/g;

/**
 * What the project's own code has given to a package that wants text and says so, or that it got functions, which stand-ins are: `title` of
 * `slugify(title)`, “slugify: string argument expected”.
 *
 * @param mayBe Whether a stand-in of a name may be told what it is.
 */
export function refusedArgument(
  error: unknown,
  message: string,
  textOf: (file: string) => string | null,
  mayBe: (name: string) => boolean,
): Correction | undefined {
  if (!/\bstring\b|\billegal arguments?\b/i.test(message)) return undefined;
  const frames = framesOf(stackOf(error));
  const [thrower] = frames;
  if (thrower === undefined || packageOfFile(thrower.file) === null) return undefined;
  const own = frames.find(({ file }) => packageOfFile(file) === null && textOf(file) !== null);
  const tree = own === undefined ? null : sourceTreeOf(own.file, textOf(own.file)!);
  const call = own === undefined ? undefined : tree?.callAt(own.line, own.column, () => true);
  if (tree === null || call === undefined) return undefined;
  const given = call["arguments"] as Node[];
  const got = message.slice(message.indexOf(":") + 1).match(TYPES) ?? [];
  const isEach = got.length === given.length;
  for (const [at, node] of given.entries()) {
    if (isEach && got[at] !== "function") continue;
    const name = standInNameOf({ node, tree, below: () => null });
    const shape = name === undefined ? null : shapeOf("string", name);
    if (name !== undefined && shape !== null && mayBe(name)) return { name, shape };
  }
  return undefined;
}
