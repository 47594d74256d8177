import { transform, type Options, type Transform, type TransformResult } from "sucrase";
import { lex } from "../../../analysis/lexer/lex.ts";
import { TokenKind } from "../../../analysis/lexer/tokens.ts";
import type { Language } from "../../../analysis/model.ts";
import { withParameterPropertiesFirst } from "./parameter-properties.ts";

/**
 * JavaScript that `vm.compileFunction` takes out of TypeScript, JSX and ES modules. Every line stays on its line;
 * columns hardly change. Modern syntax is left as it is.
 *
 * @throws {SyntaxError} where the text is not well-formed, with the line in its message.
 */
export function toCommonJs(text: string, language: Language, file: string): string {
  const transforms: Transform[] = ["imports", ...syntaxOf(text, language)];
  const read = language === "ts" || language === "tsx" ? withParameterPropertiesFirst(text, file) : text;
  const { code } = transformed(
    withAsyncAsVariable(withEndsBeforePatterns(withoutHashbang(read), language), language),
    {
      transforms,
      filePath: file,
      disableESTransforms: true,
      // It comes to our own loader, which knows what a module's fake is.
      preserveDynamicImport: true,
      production: true,
      jsxRuntime: /\bReact\b/.test(text) ? "classic" : "automatic",
    },
  );
  return routeImports(withVarsForParameters(withWholesAsDefaults(withCallableWholes(code))));
}

/** What the transformation puts in for `import * as all from "…"` of a module that is no ES module: a copy of what that exports. */
const COPIES_WHOLE = "} else { var newObj = {}; if (obj != null)";

const TAKES_FUNCTION =
  '} else if (typeof obj === "function") { if (!("default" in obj) && Object.isExtensible(obj)) Object.defineProperty(obj, "default", { value: obj, configurable: true, writable: true }); return obj; ';

/**
 * A function that a module exports as a whole is what `import * as all` gives, with what it inherits, and not a copy of its members: TypeScript without
 * `esModuleInterop`, as it compiled for years, has programs call it and extend it. Every line stays on its line.
 */
function withCallableWholes(code: string): string {
  return withOwn(code, COPIES_WHOLE, TAKES_FUNCTION);
}

/** `code` with a text in front of one that the transformation puts in: its own functions stand in its first line, in front of what was written. */
function withOwn(code: string, before: string, text: string): string {
  const [first] = code.split("\n", 1);
  const at = code.startsWith('"use strict";') ? first!.indexOf(before) : -1;
  return at < 0 || !first!.slice(0, at).includes("function _interopRequire")
    ? code
    : code.slice(0, at) + text + code.slice(at);
}

/** What the transformation puts in for `import whole from "…"` of a compiled ES module, which may have no default. */
const TAKES_DEFAULT = "return obj && obj.__esModule ? obj : { default: obj }; }";

const GIVES_WHOLE =
  'if (obj && obj.__esModule && !("default" in obj)) return { get default() { return "default" in obj ? obj.default : obj; } }; ';

/**
 * A compiled ES module without a default is what its default import gives, as in Node.js of ES modules: packages that have both forms often have
 * that default in the other. It is asked for late, as modules that import each other get it while they load.
 */
function withWholesAsDefaults(code: string): string {
  return withOwn(code, TAKES_DEFAULT, GIVES_WHOLE);
}

/**
 * JavaScript that a module's own scope can evaluate, out of a piece of that module. Every line stays on its line.
 *
 * @throws {SyntaxError} where the text is not well-formed.
 */
export function toPlainScript(text: string, language: Language, file: string): string {
  const transforms: Transform[] = syntaxOf(text, language);
  if (transforms.length === 0) return routeImports(text);
  const { code } = transformed(text, {
    transforms,
    filePath: file,
    disableESTransforms: true,
    preserveDynamicImport: true,
    production: true,
    jsxRuntime: "classic",
  });
  return routeImports(code);
}

/** JavaScript with types of Flow, of which one is not read, or with an error. */
export class RefusedFlow extends SyntaxError {}

/**
 * What Sucrase makes of a text.
 *
 * @throws {RefusedFlow} where it has types of Flow, and is not read; a SyntaxError where it is not well-formed.
 */
export function transformed(text: string, options: Options): TransformResult {
  try {
    return transform(text, options);
  } catch (error) {
    if (!options.transforms.includes("flow")) throw error;
    const transforms = options.transforms.map((one) => (one === "flow" ? "typescript" : one));
    try {
      // `as`, `keyof`, types with conditions: what newer versions of Flow have is TypeScript's.
      return transform(text, { ...options, transforms, keepUnusedImports: true });
    } catch {
      throw new RefusedFlow(error instanceof Error ? error.message : String(error));
    }
  }
}

/** What a text has beside JavaScript, as the transformation knows it. */
export function syntaxOf(text: string, language: Language): ("typescript" | "flow" | "jsx")[] {
  if (language === "ts") return ["typescript"];
  if (language === "tsx") return ["typescript", "jsx"];
  if (hasFlow(text, language)) return ["flow", "jsx"];
  return language === "jsx" ? ["jsx"] : [];
}

/** Whether JavaScript has Flow's types. */
export function hasFlow(text: string, language: Language): boolean {
  return lex(text, language).hasFlow;
}

/** Names that a CommonJS module is given, and that an ES module may declare: `const __dirname = …`, `const require = createRequire(…)`. */
const GIVEN = new Set(["require", "module", "__filename", "__dirname"]);

/** At the top of a function, which the module becomes, only `var` may declare what a parameter is called. Every column stays. */
function withVarsForParameters(code: string): string {
  if (!/\b(?:const|let)\b[^;]{0,300}?\b(?:require|module|__filename|__dirname)\b/.test(code)) return code;
  const { text, count, starts, ends } = lex(code, "js");
  const token = (at: number): string => (at < count ? text.slice(starts[at], ends[at]) : "");
  let changed = "";
  let copied = 0;
  let depth = 0;
  for (let at = 0; at < count; at++) {
    const one = token(at);
    if (OPENS.has(one)) depth++;
    else if (CLOSES.has(one)) depth--;
    else if (depth === 0 && (one === "const" || one === "let") && declaresGiven(token, at + 1)) {
      changed += code.slice(copied, starts[at]) + "var".padEnd(one.length);
      copied = ends[at]!;
    }
  }
  return changed + code.slice(copied);
}

const OPENS = new Set(["{", "(", "[", "${"]);
const CLOSES = new Set(["}", ")", "]"]);
const ENDS_DECLARATION = /^(?:|;|const|let|var|function|class|if|for|while|export|import|return)$/;

/** Whether one of the names that a declaration declares, in patterns as well, is one that modules are given. */
function declaresGiven(token: (at: number) => string, start: number): boolean {
  let depth = 0;
  let isName = true;
  for (let at = start; ; at++) {
    const one = token(at);
    if (depth === 0 && ENDS_DECLARATION.test(one)) return false;
    if (OPENS.has(one)) depth++;
    else if (CLOSES.has(one)) depth--;
    else if (isName && GIVEN.has(one)) return true;
    else if (depth === 0 && one === "=") isName = false;
    else if (depth === 0 && one === ",") isName = true;
  }
}

/**
 * `export const { a } = b` becomes `({ a: exports.a } = b)`, which behind a line without a semicolon would be a call of what
 * stands there: so one is put before it.
 */
function withEndsBeforePatterns(text: string, language: Language): string {
  if (!/\bexport\s+(?:const|let|var)\s*[{[]/.test(text)) return text;
  const { count, starts, ends, kinds } = lex(text, language);
  const token = (at: number): string => (at < count ? text.slice(starts[at], ends[at]) : "");
  let ended = "";
  let copied = 0;
  for (let at = 1; at < count; at++) {
    if (kinds[at] !== TokenKind.Keyword || token(at) !== "export" || token(at - 1) === ".") continue;
    if (!/^(?:const|let|var)$/.test(token(at + 1)) || !/^[{[]$/.test(token(at + 2))) continue;
    ended += `${text.slice(copied, starts[at])};`;
    copied = starts[at]!;
  }
  return ended + text.slice(copied);
}

/** The name by which an import called `async` goes; the variable `async` is made of it. */
const IMPORTED_ASYNC = "__asyncCostAsync";

/**
 * An import may be called `async`, as of the library of that name. The transformation puts what is imported in the place of its
 * name, and takes the first word of `async () => …` for that name, too. So the import gets another, and `async` is a variable.
 */
function withAsyncAsVariable(text: string, language: Language): string {
  if (!/\bimport\b[^;"'`]{0,2000}\basync\b[^;"'`]{0,2000}\bfrom\b/.test(text)) return text;
  const { count, starts, ends, kinds } = lex(text, language);
  const token = (at: number): string => (at < count ? text.slice(starts[at], ends[at]) : "");
  let changed = "";
  let copied = 0;
  for (let at = 0; at < count; at++) {
    if (kinds[at] !== TokenKind.Keyword || token(at) !== "import" || /^(?:[.(]|type)$/.test(token(at + 1)))
      continue;
    let name = -1;
    while (++at < count && kinds[at] !== TokenKind.String && token(at) !== "from")
      if (isLocalAsync(token, at)) name = at;
    if (name < 0 || token(at) !== "from" || kinds[at + 1] !== TokenKind.String) continue;
    const isListed = /^[{,]$/.test(token(name - 1)) && /^[},]$/.test(token(name + 1));
    changed += text.slice(copied, starts[name]) + (isListed ? `async as ${IMPORTED_ASYNC}` : IMPORTED_ASYNC);
    changed += `${text.slice(ends[name], ends[at + 1])};var async=${IMPORTED_ASYNC};`;
    copied = ends[++at]!;
  }
  return changed + text.slice(copied);
}

/** Whether a token of an import is the name `async` by which the module knows what it imports: not `async` of `async as other`. */
function isLocalAsync(token: (at: number) => string, at: number): boolean {
  return token(at) === "async" && token(at + 1) !== "as" && token(at - 1) !== "type";
}

/** The name of the parameter that stands for `import.meta`. */
export const IMPORT_META = "__asyncCostImportMeta";

/** The name of the parameter that stands for `import(…)` in CommonJS. */
export const DYNAMIC_IMPORT = "__asyncCostImport";

/**
 * CommonJS runs as it is written, but for `import(…)`, which must come to our own loader. The replacement keeps
 * lines.
 */
export function routeDynamicImports(text: string): string {
  return routeImports(withoutHashbang(text));
}

/** Puts our parameters in the place of `import(` and `import.meta`, wherever the text really has them. */
function routeImports(code: string): string {
  if (!/\bimport\s*[.(]/.test(code)) return code;
  const { text, count, starts, ends, kinds } = lex(code, "js");
  const token = (at: number): string => (at < count ? text.slice(starts[at], ends[at]) : "");
  let routed = "";
  let copied = 0;
  for (let at = 0; at < count; at++) {
    if (kinds[at] !== TokenKind.Keyword || token(at) !== "import") continue;
    const isMeta = token(at + 1) === "." && token(at + 2) === "meta";
    if (!isMeta && token(at + 1) !== "(") continue;
    routed += code.slice(copied, starts[at]) + (isMeta ? IMPORT_META : DYNAMIC_IMPORT);
    copied = ends[isMeta ? at + 2 : at]!;
  }
  return routed + code.slice(copied);
}

function withoutHashbang(text: string): string {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return plain.startsWith("#!") ? `//${plain.slice(2)}` : plain;
}
