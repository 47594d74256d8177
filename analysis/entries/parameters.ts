import type { Parameter } from "../model.ts";
import { Atom, Word } from "../functions/atoms.ts";
import type { FoundFunction } from "../functions/found.ts";
import { spanText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { listItems } from "../functions/lists.ts";
import type { Classified } from "../patterns/classify.ts";
import { closingBrace, commentBefore } from "../patterns/declared-types.ts";
import type { FileView } from "../patterns/file-view.ts";

/** Generator libraries that hand the generator a function that resumes it. */
const GIVES_RESUME: ReadonlySet<string> = new Set(["genny", "suspend", "gens", "galaxy"]);

/** A function's parameters in order. */
export function parametersOf(view: FileView, classified: Classified): Parameter[] {
  const found = view.functions[classified.index]!;
  const { parameters } = found;
  const ofVariable = typeOfVariable(view, found);
  const documented = documentedTypes(commentBefore(view, classified.index));
  const items = listItems(view, parameters.start, parameters.end);
  return items.flatMap((item, position) => {
    const read = readParameter(view, item.start, item.end);
    if (read === undefined) return [];
    const { name, isOptional, isRest, type } = read;
    const isLast = position === items.length - 1;
    const fromComment = documented.get(name);
    return [
      {
        name,
        role: roleOf(classified, name, isLast),
        type: type ?? fromComment?.type ?? null,
        ...(ofVariable === null || isRest || type !== null || fromComment !== undefined
          ? {}
          : { typeOfVariable: `Parameters<${ofVariable}>[${position}]` }),
        optional: isOptional || isRest || (fromComment?.isOptional ?? false),
        rest: isRest,
      },
    ];
  });
}

/** `Handler` of `const handle: Handler = (event) => …`; null where the function is no value of a variable, or that has no type. */
function typeOfVariable({ atoms, tokens }: FileView, { target, start }: FoundFunction): string | null {
  if (target?.kind !== "variable") return null;
  const colon = target.nameToken + 1;
  if (atoms[colon] !== Atom.Colon) return null;
  let equals = colon + 1;
  while (equals < start && !(atoms[equals] === Atom.Equals && tokens.inType[equals] !== 1)) equals++;
  return spanText(tokens, { start: colon + 1, end: equals });
}

function roleOf(classified: Classified, name: string, isLast: boolean): Parameter["role"] {
  if (name === classified.callback && (isLast || classified.pattern === "streamline")) return "callback";
  if (name === classified.response) return "response";
  if (name === "resume" && GIVES_RESUME.has(classified.runner ?? "")) return "resume";
  return "value";
}

interface ReadParameter {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isRest: boolean;
  readonly type: string | null;
}

/** One parameter; undefined for TypeScript's `this`, which is none. */
function readParameter(view: FileView, start: number, end: number): ReadParameter | undefined {
  const { atoms, tokens } = view;
  let at = afterDecorators(view, start, end);
  while (at + 1 < end && isModifier(atoms[at]!) && startsName(view, at + 1)) at++;
  const isRest = atoms[at] === Atom.Ellipsis;
  if (isRest) at++;
  if (atoms[at] === Word.this) return undefined;
  const nameEnd = Math.min(end, startsPattern(atoms[at]!) ? afterGroupAt(view, at) : at + 1);
  const name = spanText(tokens, { start: at, end: nameEnd });
  at = nameEnd;
  const hasMark = at < end && atoms[at] === Atom.Question;
  if (hasMark) at++;
  const colon = at < end && atoms[at] === Atom.Colon ? at : -1;
  let equals = at;
  while (equals < end && !(atoms[equals] === Atom.Equals && tokens.inType[equals] !== 1)) {
    equals = isOpening(atoms[equals]!) ? Math.max(equals + 1, afterGroupAt(view, equals)) : equals + 1;
  }
  const type = colon < 0 ? null : spanText(tokens, { start: colon + 1, end: Math.min(equals, end) });
  return { name, isOptional: hasMark || equals < end, isRest, type: type === "" ? null : type };
}

function afterDecorators(view: FileView, start: number, end: number): number {
  let at = start;
  while (at < end && view.atoms[at] === Atom.At) {
    at += 2;
    while (view.atoms[at] === Atom.Dot) at += 2;
    if (view.atoms[at] === Atom.OpenParenthesis) at = afterGroupAt(view, at);
  }
  return at;
}

function isModifier(atom: number): boolean {
  return (
    atom === Word.public ||
    atom === Word.private ||
    atom === Word.protected ||
    atom === Word.readonly ||
    atom === Word.override
  );
}

function startsName(view: FileView, at: number): boolean {
  return view.tokens.kinds[at] === TokenKind.Identifier || view.tokens.kinds[at] === TokenKind.Keyword;
}

function startsPattern(atom: number): boolean {
  return atom === Atom.OpenBrace || atom === Atom.OpenBracket;
}

function isOpening(atom: number): boolean {
  return startsPattern(atom) || atom === Atom.OpenParenthesis;
}

function afterGroupAt(view: FileView, open: number): number {
  const end = view.ends[open]!;
  return end < 0 ? ~end : end + 1;
}

/** A type in a comment that goes on for longer is not closed. */
const LONGEST_TYPE = 1000;
const NAME_IN_COMMENT = /\s*(?:(\[)\s*)?([\w$]+)(\.|\[\])?/y;

/** The types of `@param {type} name` and `@param {type} [name]` in a comment. */
function documentedTypes(
  comment: string,
): Map<string, { readonly type: string; readonly isOptional: boolean }> {
  const types = new Map<string, { readonly type: string; readonly isOptional: boolean }>();
  for (const tag of comment.matchAll(/@(?:param|arg|argument)\s+\{/g)) {
    const open = tag.index + tag[0].length - 1;
    const limit = Math.min(comment.length, open + LONGEST_TYPE);
    const close = closingBrace(comment, open, limit);
    // Torn comments may have thousands of braces that nothing closes.
    if (close === limit) continue;
    const type = comment.slice(open + 1, close).trim();
    NAME_IN_COMMENT.lastIndex = close + 1;
    const name = NAME_IN_COMMENT.exec(comment);
    // `options.retries` is a property of a parameter that has a tag of its own.
    if (name === null || name[3] !== undefined) continue;
    const isOptional = name[1] !== undefined || type.endsWith("=");
    types.set(name[2]!, { type: type.replace(/=$/, ""), isOptional });
  }
  return types;
}
