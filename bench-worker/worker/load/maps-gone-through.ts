import { inPattern } from "../../../analysis/source/in-pattern.ts";

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
/** `<Row>` of `db.all<Row>(id)`. */
const TYPES = String.raw`(?:<[^()=;]{1,80}>)?`;
const PATH = String.raw`${NAME}(?:\s*\??\.\s*#?${NAME})*`;
/** What somebody goes through by its keys: what is awaited there, or the path of a value. */
const WHAT = String.raw`(?:(?:await|yield)\s+(?<waited>${PATH})${TYPES}\s*\(|(?<path>${PATH})\s*\))`;
const GONE_THROUGH = [
  new RegExp(String.raw`\bObject\s*\.\s*(?:keys|values|entries)\s*\(\s*${WHAT}`, "gu"),
  new RegExp(String.raw`\bfor\s*\(\s*(?:const|let|var)\s+${NAME}\s+in\s+${WHAT}`, "gu"),
];

/**
 * What a text goes through by its keys of what operations have answered, by the last name of the fake that it is: `list()` of
 * `for (const id in await db.list())` and of `const rows = await db.list(); Object.keys(rows)`, `rows` of `Object.keys(page.rows)`
 * where `page` is such an answer. Options and what else a function is given do not count: who copies or checks them expects nothing there.
 */
export function mapsGoneThrough(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const form of GONE_THROUGH) {
    for (const { groups } of text.matchAll(form)) {
      if (groups?.waited !== undefined) found.add(`${lastOf(groups.waited)}()`);
      const [root, ...members] = partsOf(groups?.path ?? "");
      const operation = root === undefined ? undefined : operationOf(root, text);
      if (operation === undefined) continue;
      const member = members.at(-1) ?? (operation.isTakenApart ? root : undefined);
      found.add(member ?? `${operation.name}()`);
    }
  }
  return found;
}

interface Answering {
  readonly name: string;
  /** The variable is a member of the answer: `const { rows } = await db.list()`. */
  readonly isTakenApart: boolean;
}

/** The operation of which a variable is the answer: awaited, called back with or given to `then`. */
function operationOf(variable: string, text: string): Answering | undefined {
  const word = String.raw`(?<![\p{ID_Continue}$.])${inPattern(variable)}(?![\p{ID_Continue}$])`;
  const given = String.raw`\s*\((?:[^()]|\([^()]{0,200}\)){0,200}?`;
  const forms = [
    String.raw`${word}\s*(?::[^=;,()]{1,200})?=\s*\(?\s*(?:await|yield)\s+(?<operation>${PATH})${TYPES}\s*\(`,
    String.raw`(?<apart>\{[^{}=;]*${word}[^{}=;]*\})\s*=\s*(?:await|yield)\s+(?<operation>${PATH})${TYPES}\s*\(`,
    String.raw`(?<operation>${PATH})${given}(?:\bfunction\b[^()]{0,80})?\(\s*${NAME}\s*,\s*${word}\s*\)`,
    String.raw`(?<operation>${PATH})${given}\)\s*\.\s*then\s*\(\s*(?:async\s*)?(?:function\b[^()]{0,80})?\(?\s*${word}\s*(?:\)|=>)`,
  ];
  for (const form of forms) {
    const { operation, apart } = new RegExp(form, "u").exec(text)?.groups ?? {};
    if (operation !== undefined) return { name: lastOf(operation), isTakenApart: apart !== undefined };
  }
  return undefined;
}

function partsOf(path: string): string[] {
  return path.split(/\s*\??\.\s*#?/u).filter((part) => part !== "");
}

function lastOf(path: string): string {
  return partsOf(path).at(-1) ?? path;
}
