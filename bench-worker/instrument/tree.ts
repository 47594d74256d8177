import { parse, type ParserOptions, type ParserPlugin } from "@babel/parser";

/** A node of the tree that Babel makes, in the shape of ESTree (https://github.com/estree/estree). */
export interface Node {
  readonly type: string;
  /** Offsets into the text. */
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: Position; readonly end: Position };
  readonly [field: string]: unknown;
  [CHILDREN]?: readonly Node[];
}

/** A place in a text; lines count from 1, columns from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The tree of a text. */
export interface Tree {
  readonly text: string;
  readonly program: Node;
}

/** How a text is to be read. */
export interface Reading {
  /** Decides by its ending whether TypeScript and JSX are read. */
  readonly file: string;
  /** Left out: whatever the text turns out to be. */
  readonly isModule?: boolean;
}

const MODERN: ParserPlugin[] = [["estree", { classFeatures: true }], "explicitResourceManagement"];

/**
 * Reads a text: JavaScript with JSX and Flow's types, or TypeScript.
 *
 * @throws {SyntaxError} where it is not well-formed.
 */
export function readTree(text: string, { file, isModule }: Reading): Tree {
  const options = (plugins: ParserPlugin[]): ParserOptions => ({
    sourceType: isModule === undefined ? "unambiguous" : isModule ? "module" : "script",
    plugins: [...MODERN, ...plugins],
    attachComment: false,
    ranges: true,
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowNewTargetOutsideFunction: true,
    allowSuperOutsideMethod: true,
    allowUndeclaredExports: true,
    createImportExpressions: true,
  });
  let failure: unknown;
  for (const plugins of pluginsFor(file)) {
    try {
      return { text, program: parse(text, options(plugins)).program as unknown as Node };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** What is tried, one after the other. */
function pluginsFor(file: string): ParserPlugin[][] {
  const decorators: ParserPlugin[] = ["decorators", "decoratorAutoAccessors"];
  const typescript: ParserPlugin[] = /\.tsx$/.test(file) ? ["typescript", "jsx"] : ["typescript"];
  // Those of TypeScript before 5 may stand before parameters.
  const asTypeScript: ParserPlugin[][] = [
    [...typescript, "decorators-legacy"],
    [...typescript, ...decorators],
  ];
  if (/\.[cm]?tsx?$/.test(file)) return asTypeScript;
  // What reaches an engine has no types in it any more; files that say so have Flow's.
  return [["jsx", ...decorators], ["jsx", ["flow", { all: true }], ...decorators], ...asTypeScript];
}

const NO_CHILDREN = new Set([
  "loc",
  "extra",
  "range",
  "leadingComments",
  "trailingComments",
  "innerComments",
]);

/** Under it a node has its children, once they were asked for: a tree does not change once it is read, and is gone through often. */
const CHILDREN: unique symbol = Symbol("children");

/** The nodes right below one that an engine runs, in the order of the text: what stands only for a type checker is left out. */
export function childrenOf(node: Node): readonly Node[] {
  return node[CHILDREN] ?? (node[CHILDREN] = childrenIn(node));
}

function childrenIn(node: Node): readonly Node[] {
  const children: Node[] = [];
  const order = { isKept: true };
  const add = (value: unknown): void => {
    if (!isNode(value) || isOnlyForTypes(value)) return;
    const { length } = children;
    if (length > 0 && children[length - 1]!.start > value.start) order.isKept = false;
    children.push(value);
  };
  for (const key in node) {
    if (NO_CHILDREN.has(key)) continue;
    const value = node[key];
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) value.forEach(add);
    else add(value);
  }
  return order.isKept ? children : children.sort((a, b) => a.start - b.start);
}

/** What of TypeScript and of Flow holds, or is, something that runs. */
const RUNS_WITH_TYPES = new Set([
  ...["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression", "TSTypeAssertion"],
  ...["TSInstantiationExpression", "TSExportAssignment", "TSParameterProperty"],
  ...["TSModuleDeclaration", "TSModuleBlock", "TSEnumDeclaration", "TSEnumBody", "TSEnumMember"],
  ...["TSImportEqualsDeclaration", "TSExternalModuleReference"],
  ...["TypeCastExpression", "EnumDeclaration"],
]);
const OF_FLOW = /^(?:Type|Declare|Opaque|Interface|.*TypeAnnotation$|ObjectType)/;

/** Whether a node stands only for a type checker: a type, a signature, a declaration of what is elsewhere. */
export function isOnlyForTypes(node: Node): boolean {
  const { type } = node;
  if (RUNS_WITH_TYPES.has(type)) return node["declare"] === true;
  if (namesTypes(type) || node["declare"] === true) return true;
  // One of several signatures of a method.
  return type === "MethodDefinition" && !isNode((node["value"] as Node)["body"]);
}

/** Whether all nodes of a kind are of types. There are few kinds, and many nodes. */
function namesTypes(type: string): boolean {
  let names = NAMES_TYPES.get(type);
  if (names === undefined) NAMES_TYPES.set(type, (names = type.startsWith("TS") || OF_FLOW.test(type)));
  return names;
}

const NAMES_TYPES = new Map<string, boolean>();

/** Whether a value is a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** Whether a node is a function, of whatever kind. */
export function isFunction({ type }: Node): boolean {
  return (
    type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression"
  );
}

/** The names that a pattern declares. */
export function namesIn(pattern: Node): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [String(pattern["name"])];
    case "AssignmentPattern":
      return namesIn(pattern["left"] as Node);
    case "RestElement":
      return namesIn(pattern["argument"] as Node);
    case "ArrayPattern":
      return (pattern["elements"] as (Node | null)[]).flatMap((one) => (one === null ? [] : namesIn(one)));
    case "ObjectPattern":
      return (pattern["properties"] as Node[]).flatMap((one) =>
        namesIn(one.type === "RestElement" ? one : (one["value"] as Node)),
      );
    default:
      return [];
  }
}
