import { sourceOf } from "../../../instrument/functions.ts";
import { childrenOf, type Node } from "../../../instrument/tree.ts";
import type { Shape } from "../../../contract/fact.ts";
import { framesOf, stackOf } from "../../io/call-site.ts";
import { lastName } from "../../io/last-name.ts";
import { memberName } from "../../program/expression.ts";
import { sourceTreeOf, type SourceTree } from "../../program/source-tree.ts";
import { callAt, type TextOf } from "../../program/reached-check.ts";
import { standInNameOf } from "../../program/value-name.ts";
import type { Correction } from "./correction.ts";
import { FAKE_NAME } from "./fake-name.ts";

/** The scheme that an error says a URL has: `ldap` of "… is an invalid LDAP URL", `redis` of "it must begin with redis://". */
function schemeIn(message: string): string {
  const [, written, named] =
    /(?<![\w+.-])([a-z][a-z\d+.-]*):\/\/|\b([A-Z]{2,6}?)S? UR[LI]\b/.exec(message) ?? [];
  return (written ?? named)?.toLowerCase() ?? "http";
}

/** Names of what is a URL. */
const URL_NAME = /(?:^|[._])(?:\w*(?:url|uri|href|endpoint|origin))$/i;

/**
 * What text, of the fake `lastText`, should have been that could not be read as what it should be.
 *
 * @param isUrlObject Whether the source reads members of it that only a `URL` has.
 */
export function wrongText(
  message: string,
  lastText: string,
  isUrlObject: (name: string) => boolean = () => false,
): Correction | undefined {
  if (lastText === "") return undefined;
  if (/is not valid JSON/.test(message)) return { name: lastText, shape: { make: "json" } };
  if (OF_DATE.test(message)) return { name: lastText, shape: { make: "date" } };
  const isUrl =
    /Invalid URL|Failed to parse URL/.test(message) ||
    (/protocol|\burl\b|\buri\b/i.test(message) && URL_NAME.test(lastText));
  if (!isUrl) return undefined;
  const shape: Shape = isUrlObject(lastText)
    ? { make: "url" }
    : { value: `${schemeIn(message)}://localhost/` };
  return { name: lastText, shape };
}

/** Members of a URL that text has none of. */
const OF_URL = new Set([
  ...["href", "origin", "protocol", "host", "hostname", "port", "pathname", "search", "searchParams", "hash"],
]);

/** Whether the file that an error came from reads members of a value that only a `URL` has. */
export function isReadAsUrl(name: string, error: unknown, textOf: TextOf): boolean {
  const own = framesOf(stackOf(error)).find(({ file }) => textOf(file) !== null);
  const tree = own === undefined ? null : sourceTreeOf(own.file, textOf(own.file)!);
  const isRead = (node: Node): boolean => {
    const object = node.type === "MemberExpression" ? (node["object"] as Node) : undefined;
    const of = object?.type === "MemberExpression" ? memberName(object) : object?.["name"];
    return (of === lastName(name) && OF_URL.has(memberName(node) ?? "")) || childrenOf(node).some(isRead);
  };
  return tree !== null && isRead(tree.program);
}

/** The text that could not be read as JSON, or as a URL, where it is a name: that of what it was made up for. */
export function quotedName(message: string): string {
  const patterns = [`, "${FAKE_NAME}" is not valid JSON`, `Failed to parse URL from ${FAKE_NAME}$`];
  return (
    patterns.map((one) => new RegExp(one, "u").exec(message)?.[1]).find((name) => name !== undefined) ?? ""
  );
}

/** What was to be JSON and is another text than was made up last, of which the error has only the beginning: what the source parses. */
export function parsedName(error: unknown, message: string, lastText: string, textOf: TextOf): string {
  const beginning = /, "([^"]+)"(?:\.\.\.)? is not valid JSON$/.exec(message)?.[1];
  if (beginning === undefined || lastText.startsWith(beginning)) return "";
  const isParse = ({ callee }: Node, { text }: SourceTree): boolean =>
    sourceOf(callee as Node, text) === "JSON.parse";
  const call = callAt(framesOf(stackOf(error)), textOf, isParse);
  const [node] = (call?.node["arguments"] ?? []) as Node[];
  return node === undefined ? "" : (standInNameOf({ ...call!, node }) ?? "");
}

const OF_DATE = /Invalid time value|Invalid [Dd]ate/;

/** What the function that could not do with a date makes one of, where it was no stand-in that was turned into text: the source tells it. */
export function datedName(error: unknown, message: string, textOf: TextOf): string {
  const place = OF_DATE.test(message) ? callAt(framesOf(stackOf(error)), textOf) : null;
  const own = place?.tree.functionAround(place.node);
  const madeOf = (node: Node): Node[] => {
    const [first] = isDateMade(node) ? (node["arguments"] as Node[]) : [];
    return [...(first === undefined ? [] : [first]), ...childrenOf(node).flatMap(madeOf)];
  };
  const names = own === undefined ? [] : madeOf(own).map((node) => standInNameOf({ ...place!, node }));
  return names.find((name) => name !== undefined) ?? "";
}

function isDateMade(node: Node): boolean {
  return node.type === "NewExpression" && (node["callee"] as Node)["name"] === "Date";
}

/** The text that could not be read as a URL, which may be that of a parameter: its name. */
export function inputOf(error: unknown): string {
  const input: unknown = error instanceof TypeError && "input" in error ? error.input : "";
  return typeof input === "string" && /^[\p{ID_Start}$_][\p{ID_Continue}$.[\]]*$/u.test(input) ? input : "";
}
