/** A member of an object's type. */
export interface TypeMember {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

const MEMBER =
  /^(?:readonly\s+)?(?:["']([^"'\n]+)["']|([\p{ID_Start}$_][\p{ID_Continue}$]*))\s*(\?)?\s*:\s*([^]+)$/u;
const NAMED = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
/** What does not change which members there are. */
const WRAPPED = /^(?:Readonly|Required|NonNullable)\s*<([^]+)>$/;
const OPEN = "([{<";
const CLOSE = ")]}>";

/**
 * The members of an object's type as TypeScript or JSDoc writes it, but for methods; null for any other type.
 *
 * @param declared The members of a type that is named, between its braces; undefined where its declaration is not to be had.
 */
export function membersOf(
  type: string,
  declared: (name: string) => string | undefined,
): readonly TypeMember[] | null {
  const plain = WRAPPED.exec(type)?.[1]?.trim() ?? type;
  const between = /^\{([^]*)\}$/.exec(plain)?.[1] ?? (NAMED.test(plain) ? declared(plain) : undefined);
  if (between === undefined) return null;
  return partsOf(between).flatMap((part) => {
    const [, quoted, name = quoted, mark, of] = MEMBER.exec(part) ?? [];
    return name === undefined || of === undefined
      ? []
      : [{ name, type: of.trim(), optional: mark !== undefined }];
  });
}

/** Finds the types that a text declares: `interface Item { … }`, `type Item = { … }`, without parameters of their own. */
export function declaredTypesIn(text: string): (name: string) => string | undefined {
  return (name) => {
    const word = name.replaceAll("$", String.raw`\$`);
    const declaration = new RegExp(
      String.raw`(?<![\p{ID_Continue}$.])(?:interface\s+${word}\s*(?:extends\s[^{]*)?|type\s+${word}\s*=\s*)\{`,
      "u",
    ).exec(text);
    if (declaration === null) return undefined;
    const from = declaration.index + declaration[0].length;
    return text.slice(from, endOf(text, from));
  };
}

/** Where the bracket is closed that was opened before an offset. */
function endOf(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return text.length;
}

/** The parts between a type's own semicolons, commas and line ends, without comments. */
function partsOf(between: string): string[] {
  const text = between.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, "");
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (OPEN.includes(sign)) depth++;
    else if (CLOSE.includes(sign) && text[at - 1] !== "=") depth--;
    else if (depth === 0 && (sign === ";" || sign === "," || isLineEnd(text, at))) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, text.slice(from).trim()].filter((part) => part !== "");
}

/** Whether a line ends a member: not where the type goes on before or behind it. */
function isLineEnd(text: string, at: number): boolean {
  return text[at] === "\n" && !/[|&:=]\s*$/.test(text.slice(0, at)) && !/^\s*[|&]/.test(text.slice(at));
}
