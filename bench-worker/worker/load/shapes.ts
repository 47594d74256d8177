import { framesOf, sayThrown, stackOf } from "../io/call-site.ts";
import { fallenThrough } from "./fallen-through.ts";
import { keyFor } from "./known-keys.ts";
import { inPattern } from "../../../analysis/source/in-pattern.ts";
import { lastName } from "../io/last-name.ts";
import type { Shape } from "./stand-ins.ts";

/** A value that a fake should have had, an operation that should have returned a promise, or one that should not. */
export type Correction =
  | {
      /** The fake's name, as {@link "../fakes/universal/universal-fakes.ts".UniversalFakes} names it. */
      readonly name: string;
      readonly shape: Shape;
      /** The operation, by its last name, that should have returned a promise, where nothing goes by that name. */
      readonly orPromise?: string;
    }
  | { readonly promise: string }
  /** What is taken apart needs more items. */
  | { readonly hasTuples: true }
  | { readonly plain: string };

/** Whether an error says that something is not there that may have been lost with the keys of a made-up object. */
export function lacksKeys(error: unknown): boolean {
  return /^TypeError: (?:undefined is not (?:iterable|a function)|Cannot (?:read properties of undefined|convert undefined|destructure ))|Received undefined$/.test(
    sayThrown(error),
  );
}

/** A fake's name as it stands in messages of engines. */
const FAKE_NAME = String.raw`((?:new )?[\p{ID_Start}$_#][\p{ID_Continue}$#]*(?:\(\))?(?:\.[\p{ID_Continue}$#]+(?:-[\p{ID_Continue}$#]+)*(?:\(\))?|\[\d+\])*)`;

/** A method that each made-up value had again, by which a library went deeper and deeper. */
const REPEATED = /\.([\p{ID_Continue}$]+)\(\)(?:\.\1\(\)){4}/u;

/** Classes of the web of which an instance is easily had. */
const INSTANCES = ["AbortSignal", "Blob", "FormData", "Headers", "ReadableStream", "Map", "Set", "Date"];

/** What tells one fake from another. */
interface FakesSeen {
  /** The fake that was last turned into text; "" for none. */
  readonly lastText: string;
  /** The fake that was last called; "" for none. */
  readonly lastCalled?: string;
  nameOf(value: unknown): string | undefined;
}

/**
 * What an error says of a made-up value that did not do: a path that had to be text, text that had to be JSON, a
 * made-up error, or a guard in the source (`if (this.closed) throw …`) that took a made-up value for true.
 * Undefined where it says nothing of the kind.
 *
 * @param textOf The text of a file in a stack trace; null where it is not to be had.
 */
export function correctionFor(
  error: unknown,
  fakes: FakesSeen,
  textOf: (file: string) => string | null,
): Correction | undefined {
  const name = fakes.nameOf(error) ?? fakes.nameOf(unheardOf(error));
  // Whoever passes a value on as an error took it for one.
  if (name !== undefined) {
    return name.startsWith("new ") ? undefined : { name, shape: { value: undefined } };
  }
  const message = sayThrown(error)
    .replaceAll("?.", ".")
    .replace(/\[(#[\p{ID_Continue}$]+)\]/gu, ".$1");
  const endless = /call stack/.test(message) ? REPEATED.exec(fakes.lastCalled ?? "")?.[1] : undefined;
  if (endless !== undefined) return { name: `*.${endless}`, shape: { value: undefined } };
  const promise =
    /([\p{ID_Continue}$]+)\]?(?:\.(?:call|apply))?\(\.{3}\)\.(?:then|catch|finally) is not a function/u.exec(
      message,
    )?.[1];
  if (promise !== undefined) {
    const isReflected =
      promise === "Reflect" && fakes.lastCalled !== undefined && /\bReflect\.apply\(/.test(message);
    return { promise: isReflected ? lastName(fakes.lastCalled ?? "") : promise };
  }
  const thenable = new RegExp(
    `^TypeError: ${FAKE_NAME}\\.(?:then|catch|finally) is not a function$`,
    "u",
  ).exec(message)?.[1];
  if (thenable !== undefined) {
    const orPromise = fakes.lastCalled === undefined ? "" : lastName(fakes.lastCalled);
    const promised = { name: `*.${lastName(thenable)}`, shape: { make: "promise" } } as const;
    return orPromise === "" ? promised : { ...promised, orPromise };
  }
  const header = new RegExp(`["']${FAKE_NAME}["'] is an invalid header name`, "u").exec(message)?.[1];
  if (header !== undefined) return { name: header, shape: { value: "x-header" } };
  const mediaType = /(?:[\p{ID_Continue}$]+\.)+content-type(?![\p{ID_Continue}-])/iu.exec(message)?.[0];
  if (mediaType !== undefined) return { name: mediaType, shape: { value: "application/json" } };
  const method = new RegExp(`['"]${FAKE_NAME}['"] is not a valid HTTP method`, "u").exec(message)?.[1];
  if (method !== undefined) return { name: method, shape: { value: "GET" } };
  const plain = noPromise(error, message, textOf);
  if (plain !== undefined) return { plain };
  const called = new RegExp(`^TypeError: ${FAKE_NAME} is not a function$`, "u").exec(message)?.[1];
  if (called?.includes(".") === true) return { name: called, shape: { make: "fake" } };
  return (
    wrongType(message) ??
    namedType(message) ??
    requestGiven(error, message, textOf) ??
    oneOf(message) ??
    wrongText(message, quotedName(message) || parsedName(error, message, fakes.lastText, textOf)) ??
    wrongText(message, fakes.lastText || inputOf(error)) ??
    wrongArgument(error, message, textOf) ??
    missing(error, message, textOf, fakes.lastCalled) ??
    fallenThrough(error, textOf) ??
    guard(error, textOf)
  );
}

/** What an emitter that nobody listens to was given for an error, which was none: Node's own error has it. */
function unheardOf(error: unknown): unknown {
  const own = (name: string): unknown =>
    error instanceof Error ? Object.getOwnPropertyDescriptor(error, name)?.value : undefined;
  return own("code") === "ERR_UNHANDLED_ERROR" ? own("context") : undefined;
}

/**
 * The operation whose promise was taken for something else: `begin` of `db.begin(...).save is not a function`, and of
 * `row.save is not a function` where `row = db.begin()` stands before.
 */
function noPromise(
  error: unknown,
  message: string,
  textOf: (file: string) => string | null,
): string | undefined {
  const direct = /([\p{ID_Continue}$]+)\(\.{3}\)\.[\p{ID_Continue}$]+ is not a function$/u.exec(message)?.[1];
  if (direct !== undefined) return direct;
  const [frame] = framesOf(stackOf(error));
  const line = frame === undefined ? undefined : textOf(frame.file)?.split("\n")[frame.line - 1];
  const iterated =
    /^TypeError: ([\p{ID_Continue}$.]+) is not a function or its return value is not (?:async )?iterable$/u.exec(
      message,
    )?.[1] ??
    (/ is not (?:async )?iterable$/.test(message)
      ? /(?:\byield\s*\*|\bof)\s*(?:[\p{ID_Continue}$]+\s*\??\.\s*)*([\p{ID_Continue}$]+)\(/u.exec(
          line ?? "",
        )?.[1]
      : undefined);
  if (iterated !== undefined) return lastName(iterated);
  const holder =
    /^TypeError: ([\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\.[\p{ID_Continue}$]+)? is not (?:a function|(?:async )?iterable)$/u.exec(
      message,
    )?.[1];
  if (holder === undefined || frame === undefined) return undefined;
  const lines = textOf(frame.file)?.split("\n").slice(0, frame.line) ?? [];
  const failing = lines.pop()?.slice(0, frame.column - 1);
  const before = [...lines, failing ?? ""].join("\n");
  return givenBy(holder, before, false);
}

/** `a.b.c` where `a.b` is undefined: it is to be something. The place in the source tells which. */
function missing(
  error: unknown,
  message: string,
  textOf: (file: string) => string | null,
  lastCalled = "",
): Correction | undefined {
  const read = /^TypeError: Cannot (?:read|set) properties of undefined \((?:read|sett)ing '([^']+)'\)/.exec(
    message,
  )?.[1];
  const isSet = message.startsWith("TypeError: Cannot set");
  const [frame] = framesOf(stackOf(error));
  if (read === undefined || frame === undefined) return undefined;
  const whole = textOf(frame.file)?.split("\n")[frame.line - 1];
  if (whole === undefined) return undefined;
  // Source maps point to the name that is read, or to the dot before it; what is set is told by its `=`.
  const dot = /^\s*[!?]?[.[]/.exec(whole.slice(frame.column - 1))?.[0].length ?? 0;
  const line = whole
    .slice(0, frame.column - 1 + dot)
    .replace(/(\.\s*)[\p{ID_Continue}$#]+\s*$/u, isSet ? "$1" : "$&");
  // Of what a promise gives, nothing is there before it is waited for.
  const holder =
    /([\p{ID_Continue}$#]+)\((?:[^()]|\([^()]*\))*\)\s*[!?]?\.\s*[\p{ID_Continue}$#]+\s*[!?]?\.$/u.exec(
      line,
    )?.[1];
  if (holder !== undefined && lastName(lastCalled) === holder) return { plain: holder };
  const base = /([\p{ID_Continue}$#]+)(\((?:[^()]|\([^()]*\))*\))?\s*[!?]?[.[]$/u.exec(line);
  if (base === null) return undefined;
  const [, name = "", call] = base;
  if (call === undefined && isTaken(name, textOf(frame.file) ?? "")) return { hasTuples: true };
  const key = call === undefined ? keyFor(name, textOf(frame.file) ?? "") : undefined;
  if (key !== undefined) return key;
  const isPromise = read === "then" || read === "catch" || read === "finally";
  if (call !== undefined && isPromise) return { promise: name };
  const make = isPromise ? "promise" : "fake";
  return { name: `*.${name.replace("#", "_")}${call === undefined ? "" : "()"}`, shape: { make } };
}

/** `([first, second]) => …`, `[rows, fields] = …`: what a pattern takes out of a list. */
function isTaken(name: string, text: string): boolean {
  const word = inPattern(name);
  return new RegExp(
    String.raw`\[[^[\]=().]*(?<![\p{ID_Continue}$])${word}(?![\p{ID_Continue}$])[^[\]=().]*\]\s*(?:=|\)|,)`,
    "u",
  ).test(text);
}

/** Node's own checks name the value by its function's name. */
function wrongType(message: string): Correction | undefined {
  const quoted = new RegExp(`got ["'\x60]${FAKE_NAME}["'\x60] \\(function\\)`, "u").exec(message)?.[1];
  if (quoted !== undefined) {
    const shape = shapeOf(message, quoted);
    return shape === null ? undefined : { name: quoted, shape };
  }
  const match = new RegExp(
    String.raw`must be (?:of type|one of type|an instance of|an array of|a|an) (.+?)\.? Received function ${FAKE_NAME}\.name`,
    "u",
  ).exec(message);
  // Libraries name what they got by its text.
  const told = new RegExp(`must be a string\\b[^:]*: ${FAKE_NAME}\\.?$`, "u").exec(message)?.[1];
  if (told !== undefined) return { name: told, shape: { value: told } };
  if (match === null) return undefined;
  const [, wanted = "", name = ""] = match;
  const shape = shapeOf(wanted, name);
  return shape === null ? undefined : { name, shape };
}

/** Types as checks of libraries name them. */
const TYPE_NAME = String.raw`((?:plain |non-?empty |positive |valid )*(?:object|string|number|integer|boolean|array|buffer|url|date)\b)`;
const QUOTE = "[\"'\x60]?";
/** How libraries say that what goes by a name, or what has that name for its text, is of another type than it is to be. */
const OF_ANOTHER_TYPE = [
  `${FAKE_NAME}${QUOTE} (?:(?:argument|parameter|option|property|field|value) )?(?:must|should|has to|needs to|is expected to) be (?:(?:an?|of type|the) )*${QUOTE}${TYPE_NAME}`,
  `${FAKE_NAME}${QUOTE} is not (?:an? )?${QUOTE}${TYPE_NAME}`,
  `${FAKE_NAME}${QUOTE} \\(${TYPE_NAME}[^()]*\\) (?:is )?required`,
  `[Ee]xpected ${QUOTE}${FAKE_NAME}${QUOTE} to be (?:(?:an?|of type) )*${QUOTE}${TYPE_NAME}`,
].map((pattern) => new RegExp(`(?<![\\p{ID_Continue}$.])${pattern}`, "iu"));

function namedType(message: string): Correction | undefined {
  for (const pattern of OF_ANOTHER_TYPE) {
    const [, name, wanted] = pattern.exec(message) ?? [];
    if (name === undefined || wanted === undefined) continue;
    const shape = shapeOf(wanted.toLowerCase(), name);
    if (shape !== null) return { name: anywhere(name), shape };
  }
  return undefined;
}

/** A value of which an error says what it may be: `type must be one of: "a", "b"`. The first one. */
function oneOf(message: string): Correction | undefined {
  const [, name, value] =
    new RegExp(
      `(?<![\\p{ID_Continue}$.])${FAKE_NAME}${QUOTE} (?:must|should|has to|needs to) be (?:one|any) of:?\\s*[[(]?\\s*${QUOTE}([\\p{ID_Continue}$-]+)`,
      "iu",
    ).exec(message) ?? [];
  const isType = value === undefined || /^(?:the|type|these|those|following|an?)$/i.test(value);
  return name === undefined || isType ? undefined : { name: anywhere(name), shape: { value } };
}

function shapeOf(wanted: string, name: string): Shape | null {
  const isBytes = /Buffer|Uint8Array/.test(wanted) && /buf|bytes|data|chunk|slice|body|content/i.test(name);
  if (isBytes) return { make: "buffer" };
  if (/\bstring\b/.test(wanted)) return { value: name.replace(/[^\p{ID_Continue}]+/gu, "-") };
  if (/\b(?:number|integer)\b/.test(wanted)) return { value: 1 };
  if (/\bbigint\b/.test(wanted)) return { value: 1n };
  if (/\bboolean\b/.test(wanted)) return { value: true };
  if (/Buffer|TypedArray|DataView|ArrayBuffer|Uint8Array/.test(wanted)) return { make: "buffer" };
  if (/\burl\b/i.test(wanted)) return { make: "url" };
  if (/\bArray\b|array/.test(wanted)) return { make: "list" };
  const instance = INSTANCES.find((known) => new RegExp(`\\b${known}\\b`).test(wanted));
  if (instance !== undefined) return { instanceOf: instance };
  return /\bobject\b/i.test(wanted) ? { make: "object" } : null;
}

/** What a made-up date is, as JSON has it. */
const DATE = new Date(0).toISOString();

/** Names of what is a URL. */
const URL_NAME = /(?:^|[._])(?:\w*(?:url|uri|href|endpoint|origin))$/i;

/** Text that was made up and could not be read as what it should be. */
function wrongText(message: string, lastText: string): Correction | undefined {
  if (lastText === "") return undefined;
  if (/is not valid JSON/.test(message)) return { name: lastText, shape: { make: "json" } };
  if (/Invalid time value|Invalid [Dd]ate/.test(message)) return { name: lastText, shape: { value: DATE } };
  const isUrl =
    /Invalid URL|Failed to parse URL/.test(message) ||
    (/protocol|\burl\b|\buri\b/i.test(message) && URL_NAME.test(lastText));
  if (isUrl) return { name: lastText, shape: { value: "http://localhost/" } };
  return undefined;
}

/** The text that could not be read as JSON, or as a URL, where it is a name: that of what it was made up for. */
function quotedName(message: string): string {
  const patterns = [`, "${FAKE_NAME}" is not valid JSON`, `Failed to parse URL from ${FAKE_NAME}$`];
  return (
    patterns.map((one) => new RegExp(one, "u").exec(message)?.[1]).find((name) => name !== undefined) ?? ""
  );
}

/** `new Request(request, …)`: what the web's own class is given is a request itself, where more of it is read than its text. */
function requestGiven(
  error: unknown,
  message: string,
  textOf: (file: string) => string | null,
): Correction | undefined {
  const name = new RegExp(`Failed to parse URL from ${FAKE_NAME}$`, "u").exec(message)?.[1];
  if (name === undefined) return undefined;
  const own = inPattern(lastName(name));
  const isMade = new RegExp(String.raw`\bnew\s+Request\(\s*(?:[\p{ID_Continue}$]+\.)*${own}\s*[,)]`, "u");
  const isRead = new RegExp(
    String.raw`(?<![\p{ID_Continue}$])${own}\s*\.\s*(?:clone|headers|method|body|arrayBuffer|blob|formData|json|text)\b`,
    "u",
  );
  const isRequest = framesOf(stackOf(error)).some(({ file, line }) => {
    const text = textOf(file);
    return text !== null && isMade.test(text.split("\n")[line - 1] ?? "") && isRead.test(text);
  });
  return isRequest ? { name, shape: { instanceOf: "Request" } } : undefined;
}

/** What a line of the source parses: `record.body` of `JSON.parse(record.body)`. */
const PARSED =
  /\bJSON\s*\.\s*parse\s*\(\s*(?:[\p{ID_Continue}$#]+\s*[?!]?\.\s*)*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*!?\s*[,)]/u;

/** What was to be JSON and is another text than was made up last, of which the error has only the beginning: as the source calls it. */
function parsedName(
  error: unknown,
  message: string,
  lastText: string,
  textOf: (file: string) => string | null,
): string {
  const beginning = /, "([^"]+)"(?:\.\.\.)? is not valid JSON$/.exec(message)?.[1];
  if (beginning === undefined || lastText.startsWith(beginning)) return "";
  const frame = framesOf(stackOf(error)).find(({ file }) => textOf(file) !== null);
  const line = frame === undefined ? undefined : textOf(frame.file)?.split("\n")[frame.line - 1];
  const name = PARSED.exec(line ?? "")?.[1];
  return name === undefined ? "" : `*.${name}`;
}

/** The name of what was made up as a text that could not be read as JSON then: the error has that text, or where it begins. */
export function textThatIsNoJson(message: string, shapes: ReadonlyMap<string, Shape>): string | undefined {
  const [, quoted, isCut] = /, "([^"]+)"(\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  if (quoted === undefined) return undefined;
  for (const [name, shape] of shapes) {
    if (!("value" in shape) || typeof shape.value !== "string") continue;
    if (isCut === undefined ? shape.value === quoted : shape.value.startsWith(quoted)) return name;
  }
  return undefined;
}

/** Bytes that an engine's own function was to be given, and does not name: the argument that stands in the source. */
function wrongArgument(
  error: unknown,
  message: string,
  textOf: (file: string) => string | null,
): Correction | undefined {
  if (!/must be an instance of [^.]*(?:ArrayBuffer|Buffer|Uint8Array)/.test(message)) return undefined;
  const frame = framesOf(stackOf(error)).find(({ file }) => textOf(file) !== null);
  const lines = frame === undefined ? undefined : textOf(frame.file)?.split("\n");
  const call = lines?.[frame!.line - 1]?.slice(frame!.column - 1);
  const argument = /^[\p{ID_Continue}$.]*\(\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*[,)]/u.exec(
    call ?? "",
  )?.[1];
  if (argument === undefined) return undefined;
  const operation = givenBy(argument, lines!.slice(0, frame!.line).join("\n"), true);
  return { name: operation === undefined ? `*.${argument}` : `*.${operation}()`, shape: { make: "buffer" } };
}

/** The operation whose answer a variable was given last: `begin` of `row = db.pool().begin(1)`. */
function givenBy(variable: string, before: string, isAwaited: boolean): string | undefined {
  const given = new RegExp(
    String.raw`(?<![\p{ID_Continue}$.])${inPattern(variable)}\s*=(?![=>])${isAwaited ? String.raw`\s*(?:await\s+)?` : String.raw`(?!\s*(?:await|yield|new)\b)`}`,
    "gu",
  );
  for (const { index, 0: found } of [...before.matchAll(given)].reverse()) {
    const called = lastCallOf(before.slice(index + found.length));
    if (called !== undefined) return called;
  }
  return undefined;
}

/** Characters of an expression that are read. */
const EXPRESSION_AT_MOST = 2_000;
const LINK = /\s*(?:\??\.|!)?\s*([\p{ID_Continue}$#]+)?\s*(\()?/uy;

/** The last call of the chain that a text begins with: `where` of `db.from(orders).where(eq(id, 1)); …`. */
function lastCallOf(text: string): string | undefined {
  let called: string | undefined;
  let at = 0;
  while (at < Math.min(text.length, EXPRESSION_AT_MOST)) {
    LINK.lastIndex = at;
    const [link = "", name, open] = LINK.exec(text) ?? [];
    // What follows on a line of its own without a dot is another statement.
    if (link.trim() === "" || (called !== undefined && !/^\s*[.?!(]/.test(link))) return called;
    at += link.length;
    if (open === undefined) continue;
    if (name !== undefined) called = name;
    for (let depth = 1; depth > 0 && at < text.length; at++) {
      if ("([{".includes(text[at]!)) depth++;
      else if (")]}".includes(text[at]!)) depth--;
    }
  }
  return called;
}

/** The text that could not be read as a URL, which may be that of a parameter: its name. */
function inputOf(error: unknown): string {
  const input: unknown = error instanceof TypeError && "input" in error ? error.input : "";
  return typeof input === "string" && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(input) ? input : "";
}

/** A `throw` behind an `if`: the first thing that its condition asks for is to be otherwise. */
function guard(error: unknown, textOf: (file: string) => string | null): Correction | undefined {
  let looked = 0;
  for (const { file, line } of framesOf(stackOf(error))) {
    const text = textOf(file);
    if (text === null) continue;
    if (++looked > 3) return undefined;
    const before = text
      .split("\n")
      .slice(Math.max(0, line - 6), line)
      .join("\n");
    const open = guardIn(before);
    if (open < 0) continue;
    const condition = before.slice(open + 4).split(/\)\s*(?:\{|throw|return|\n)/)[0]!;
    const correction = renamed(fromCondition(withoutParentheses(condition.replaceAll("#", "_"))), text, line);
    if (correction !== undefined) return correction;
  }
  return undefined;
}

/**
 * The same by the member that a variable took last before that: `error` of `const { data, error: authError } = await …`. One that the
 * text calls, as a logger's, stays what it is.
 */
function renamed(correction: Correction | undefined, text: string, line: number): Correction | undefined {
  const own = correction !== undefined && "name" in correction ? correction.name : "";
  const variable = /^\*\.([\p{ID_Start}$_][\p{ID_Continue}$]*)$/u.exec(own)?.[1];
  if (correction === undefined || variable === undefined) return correction;
  const taken = String.raw`\{[^{}]*?(?<![\p{ID_Continue}$.])([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*:\s*${inPattern(variable)}\s*[,}=]`;
  const before = text.split("\n", line).join("\n");
  const member = [...before.matchAll(new RegExp(taken, "gu"))].at(-1)?.[1];
  const isCalled = member !== undefined && new RegExp(String.raw`(?<!\bconsole)\.${member}\(`).test(text);
  return member === undefined || isCalled ? correction : { ...correction, name: `*.${member}` };
}

/** Where the last `if (` is that is no question whether somebody is there to be told: `if (done) done(new Error("closed"))`. */
function guardIn(before: string): number {
  for (let open = before.lastIndexOf("if ("); open >= 0; open = before.lastIndexOf("if (", open - 1)) {
    const asked =
      /^if \(\s*(?:typeof\s+)?([\p{ID_Continue}$]+)(?![\p{ID_Continue}$])[^()]*\)\s*\{?\s*(?:return\s+)?([\p{ID_Continue}$]+)\(/u.exec(
        before.slice(open),
      );
    if (asked === null || asked[1] !== asked[2]) return open;
    if (open === 0) break;
  }
  return -1;
}

/** `typeof port !== "number"` of `typeof (port) !== "number"`. */
function withoutParentheses(condition: string): string {
  return condition.replace(/\btypeof\s*\(\s*([\p{ID_Continue}$.]+)\s*\)/gu, "typeof $1");
}

/** Functions that tell of what kind a value is, by their names: `isPlainObject`, `_.isString`, `Number.isInteger`. */
const IS_KIND = String.raw`is_?(?:[Pp]lain|[Nn]onEmpty|[Vv]alid|[Ss]afe)?_?((?:[Oo]bject|[Ss]tring|[Nn]umber|[Ii]nteger|[Bb]oolean|[Bb]uffer))`;

function fromCondition(condition: string): Correction | undefined {
  const compared = new RegExp(
    String.raw`${FAKE_NAME}\s*(!==?|===?)\s*(?:"([^"]*)"|'([^']*)'|(-?\d+)|(true|false))`,
    "u",
  ).exec(condition);
  if (compared !== null) {
    const [, name = "", operator = "", double, single, number, truth] = compared;
    const typeName = /typeof\s*$/.test(condition.slice(0, compared.index));
    const value = double ?? single ?? (number !== undefined ? Number(number) : truth === "true");
    if (typeName) {
      const wanted = operator.startsWith("!") ? shapeOf(String(value), name) : undefined;
      return wanted === undefined || wanted === null ? undefined : { name: anywhere(name), shape: wanted };
    }
    return operator.startsWith("!") ? { name: anywhere(name), shape: { value } } : undefined;
  }
  if (/^\s*Array\.isArray/.test(condition)) return undefined;
  const [, kind = "", ofKind] =
    new RegExp(String.raw`!\s*(?:[\p{ID_Continue}$]+\.)*${IS_KIND}\(\s*${FAKE_NAME}\s*\)`, "u").exec(
      condition,
    ) ?? [];
  if (ofKind !== undefined) {
    const shape = shapeOf(kind.toLowerCase(), ofKind);
    return shape === null ? undefined : { name: anywhere(ofKind), shape };
  }
  const isArray = new RegExp(String.raw`!Array\.isArray\(${FAKE_NAME}\)`, "u").exec(condition)?.[1];
  if (isArray !== undefined) return { name: anywhere(isArray), shape: { make: "list" } };
  const asked = new RegExp(String.raw`^\s*${FAKE_NAME}(\()?`, "u").exec(condition);
  if (asked === null) return undefined;
  const [, name = "", call] = asked;
  // What is made up is never missing: that branch was not taken.
  if (/^\s*===?\s*(?:null|undefined)\b/.test(condition.slice(asked[0].length))) return undefined;
  const isStatus = STATUS.test(lastName(name)) && RANGE.test(condition);
  const value = isStatus ? 200 : false;
  return { name: anywhere(call === undefined ? name : `${name}()`), shape: { value } };
}

/** What an answer of HTTP is told by, and how ranges of it are asked for. */
const STATUS = /^status$|status_?code$/i;
const RANGE = /[<>]=?\s*\d{3}\b/;

/** A variable goes by its own name, whatever it was taken from. */
function anywhere(name: string): string {
  return /^[\p{ID_Continue}$]+$/u.test(name) ? `*.${name}` : name;
}
