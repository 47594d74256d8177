import { Insertions } from "./edits.ts";
import { arrowEnd, isInsideChain, openingParenthesis, startOf, valueOf } from "./for-recording.ts";
import { calledName, functionsIn } from "./functions.ts";
import { declaredNames, topDeclarations, weakNamesIn } from "./module-names.ts";
import { plainName } from "./plain-name.ts";
import { CALL_OF_FUNCTION, FunctionTexts } from "./rebuilt.ts";
import {
  childrenOf,
  isFunction,
  isNode,
  namesIn,
  readTree,
  type Node,
  type Reading,
  type Tree,
} from "./tree.ts";

/** A call in a file that a recording has answers for. */
export interface AnsweredSite {
  /** By which the hooks know it. */
  readonly index: number;
  readonly line: number;
  /** From 1 on: where the name of what is called starts. */
  readonly column: number;
  readonly expression: string;
}

/** A function by which another call had the recorded one go on. */
export interface WakingPlace {
  /** By which the hooks know it. */
  readonly index: number;
  readonly line: number;
  /** From 1 on: where its text starts. */
  readonly column: number;
}

/** How a file is instrumented. */
export interface ReplayOptions extends Reading {
  /** The name of the object with the hooks, which the file's scope has. */
  readonly hooks: string;
  /** By which the hooks know the file. */
  readonly index: number;
  /** Those that are answered; or all that are asked whether they are, the first of which has this index. */
  readonly sites: readonly AnsweredSite[] | { readonly allFrom: number };
  /** Variables of the module that are to be set. */
  readonly variables: readonly string[];
  /** Functions that the hooks call themselves, or call what those are given. */
  readonly waking?: readonly WakingPlace[];
  /** Whether functions of it are to be made again, with what they captured. */
  readonly remakes?: boolean;
}

/** A file with the hooks of a replay in it. */
export interface ForReplay {
  /** Its lines are those of the file. */
  readonly text: string;
  /** Code that comes behind the last line. */
  readonly appended: string;
  /** What the text calls, each expression once. */
  readonly calls: ReadonlySet<string>;
  /** The calls that ask the hooks. */
  readonly asked: readonly AnsweredSite[];
  /** Sites whose call is not in the text. */
  readonly missing: readonly AnsweredSite[];
  /** The functions that are to be made again; null where none are. */
  readonly functions: FunctionTexts | null;
}

/**
 * Puts the hooks of a replay into a file: calls that a recording has answers for ask the hooks, and each function knows
 * which of the calls that are under way it runs for. No line moves; private members become plain ones, as no data can set
 * them, and constants that are to be set become variables.
 *
 * @throws {SyntaxError} where the text is not well-formed.
 */
export function forReplay(text: string, options: ReplayOptions): ForReplay {
  return new Rewriter(text, options).done();
}

/** Calls of the same name on the line, where columns do not tell: what a compiler made of the text has others. */
type SitesOfNode = ReadonlyMap<Node, AnsweredSite>;

class Rewriter {
  readonly #tree: Tree;
  readonly #options: ReplayOptions;
  readonly #edits: Insertions;
  readonly #sites: SitesOfNode;
  readonly #missing: readonly AnsweredSite[];
  readonly #calls: ReadonlySet<string>;
  readonly #needs = new Map<Node, boolean>();
  readonly #waking: ReadonlyMap<Node, number>;
  readonly #r: string;
  #classes = 0;

  constructor(text: string, options: ReplayOptions) {
    this.#options = options;
    this.#r = options.hooks;
    const settable = withVariables(readTree(text, options), new Set(options.variables));
    this.#tree = settable;
    this.#edits = new Insertions(settable.text);
    const { sites } = options;
    const calls = callsIn(settable);
    this.#calls = new Set(calls.map(({ expression }) => expression));
    const { found, missing } =
      "allFrom" in sites ? { found: allSites(calls, sites.allFrom), missing: [] } : findSites(calls, sites);
    this.#sites = found;
    this.#missing = missing;
    this.#waking = wakingIn(settable, options.waking ?? []);
  }

  done(): ForReplay {
    const { program } = this.#tree;
    this.#visit(program, [], `${this.#r}.now`);
    const declared = declaredNames(program);
    const made = [...declared].filter(([, what]) => what === "function" || what === "class");
    const settable = this.#options.variables.filter((name) => declared.has(name));
    const weak = weakNamesIn(this.#tree, program);
    const gets = [...new Set([...made.map(([name]) => name), ...settable, ...weak])].map(
      (name) => `${name}:()=>${name}`,
    );
    const sets = settable
      .filter((name) => declared.get(name) === "variable")
      .map((name) => `${name}:(__acv)=>{${name}=__acv}`);
    const { index, remakes = false } = this.#options;
    const functions = remakes ? new FunctionTexts(this.#tree, this.#edits) : null;
    const names = functions?.imports.map((name) => `${name}:()=>${name}`) ?? [];
    const evaluate = functions === null ? "null" : "(__acc)=>eval(__acc)";
    const appended = `;${this.#r}.file(${index},{${gets.join(",")}},{${sets.join(",")}},{${names.join(",")}},${evaluate});`;
    const asked = [...this.#sites.values()];
    return {
      ...{ text: this.#edits.applied(), appended, functions },
      ...{ calls: this.#calls, asked, missing: this.#missing },
    };
  }

  /** @param call The expression that gives the call that goes on. */
  #visit(node: Node, parents: readonly Node[], call: string): void {
    if (isFunction(node)) {
      this.#function(node, parents, call);
      return;
    }
    const site = this.#sites.get(node);
    if (site !== undefined && node.type !== "ForOfStatement") {
      this.#call(node, site, parents, call);
      return;
    }
    const isKept = call !== `${this.#r}.now`;
    switch (node.type) {
      case "ClassBody":
        this.#edits.open(
          node.start + 1,
          `static{${this.#r}.made(${this.#options.index},${this.#classes++},this,${parents.at(-1)!.loc.start.line})}`,
        );
        break;
      case "PrivateName":
      case "PrivateIdentifier":
        this.#private(node, parents);
        return;
      case "AwaitExpression":
      case "YieldExpression":
        if (!isKept) break;
        this.#edits.open(node.start, `${this.#r}.on(${call},`, node);
        this.#children(node, parents, call);
        this.#edits.close(node.end, ")", node);
        return;
      case "CatchClause":
        if (isKept) this.#edits.open((node["body"] as Node).start + 1, `${this.#r}.now=${call};`);
        break;
      case "TryStatement":
        if (isKept && isNode(node["finalizer"]))
          this.#edits.open(node["finalizer"].start + 1, `${this.#r}.now=${call};`);
        break;
      case "ForOfStatement": {
        const body = node["body"] as Node;
        if (!isKept || node["await"] !== true || body.type !== "BlockStatement") break;
        this.#edits.open(body.start + 1, `${this.#r}.now=${call};`);
        if (parents.at(-1)?.type === "LabeledStatement") break;
        this.#edits.open(node.start, "{");
        this.#forAwait(node, parents, call);
        this.#edits.close(node.end, `${this.#r}.now=${call}}`, node);
        return;
      }
    }
    if (node.type === "ForOfStatement" && node["await"] === true) {
      this.#forAwait(node, parents, call);
      return;
    }
    this.#children(node, parents, call);
  }

  #children(node: Node, parents: readonly Node[], call: string): void {
    const around = [...parents, node];
    for (const child of childrenOf(node)) this.#visit(child, around, call);
  }

  #forAwait(node: Node, parents: readonly Node[], call: string): void {
    const around = [...parents, node];
    const right = node["right"] as Node;
    const site = this.#sites.get(node);
    for (const child of childrenOf(node)) {
      const isAsked = child === right && site !== undefined;
      if (isAsked) this.#edits.open(right.start, `${this.#r}.i(${site.index},${call},`, right);
      this.#visit(child, around, call);
      if (isAsked) this.#edits.close(right.end, ")", right);
    }
  }

  #function(node: Node, parents: readonly Node[], outer: string): void {
    const around = [...parents, node];
    for (const parameter of node["params"] as Node[]) this.#visit(parameter, around, `${this.#r}.now`);
    const waking = this.#waking.get(node);
    const isWrapped = waking !== undefined && this.#isWrapped(node, waking, parents, outer);
    this.#functionBody(node, around, outer, waking);
    if (isWrapped) this.#edits.close(node.end, ")", node);
  }

  #functionBody(node: Node, around: readonly Node[], outer: string, waking: number | undefined): void {
    const body = node["body"] as Node;
    if (waking === undefined && !this.#isNeeded(node)) {
      this.#visitBody(body, around, `${this.#r}.now`);
      return;
    }
    const depth = around.filter(isFunction).length;
    const own = `${CALL_OF_FUNCTION}${depth}`;
    const isInner = outer !== `${this.#r}.now`;
    const parameters = node["params"] as Node[];
    const isArrow = node.type === "ArrowFunctionExpression";
    const given = isArrow ? `[${parameters.map(valueOf).join(",")}]` : "arguments";
    const wakes = waking === undefined ? "" : `${this.#r}.g(${waking},${own},${given});`;
    const enter = `const ${own}=${isInner ? `${this.#r}.in(${outer})` : outer};${wakes}`;
    if (body.type === "BlockStatement") {
      this.#edits.open(startOf(body), `;${enter}`);
      this.#visitBody(body, around, own);
      return;
    }
    this.#edits.open(arrowEnd(this.#tree.text, node), `{${enter}return(`, node);
    this.#visitBody(body, around, own);
    this.#edits.close(node.end, ")}", node);
  }

  /** The hooks are given a function that is made, and give the one that is to be in its place: whether that is as an expression. */
  #isWrapped(node: Node, index: number, parents: readonly Node[], call: string): boolean {
    const [parent, holder] = [parents.at(-1), parents.at(-2)];
    const start = `${this.#r}.w(${index},${call},`;
    if (node.type === "FunctionDeclaration") {
      if (parent?.type !== "BlockStatement") return false;
      const name = String((node["id"] as Node)["name"]);
      this.#edits.open(startOf(parent), `;${name}=${start}${name});`);
    } else if (parent?.type === "Property" && parent["method"] === true) {
      if (parent["computed"] === true || holder?.type !== "ObjectExpression") return false;
      const key = parent["key"] as Node;
      const name = JSON.stringify(String(key["name"] ?? key["value"]));
      this.#edits.open(holder.start, `${this.#r}.m(${index},${call},${name},`, holder);
      this.#edits.close(holder.end, ")", holder);
    } else if (
      parent?.type !== "MethodDefinition" &&
      parent?.["kind"] !== "get" &&
      parent?.["kind"] !== "set"
    ) {
      this.#edits.open(node.start, start);
      return true;
    }
    return false;
  }

  #visitBody(body: Node, around: readonly Node[], call: string): void {
    this.#visit(body, around, call);
  }

  /** Whether a function asks which call it runs for: it waits, has an answered call, or functions in it that may be called later. */
  #isNeeded(node: Node): boolean {
    const known = this.#needs.get(node);
    if (known !== undefined) return known;
    // Where all calls ask, each function tells by its text that it is one of the project.
    if ("allFrom" in this.#options.sites) return true;
    const asks = (one: Node): boolean => {
      if (this.#sites.has(one)) return true;
      if (one.type === "AwaitExpression" || one.type === "YieldExpression") return true;
      if (one.type === "ForOfStatement" && one["await"] === true) return true;
      if (isFunction(one)) return this.#isNeeded(one) || mayCall(one["body"] as Node);
      return childrenOf(one).some(asks);
    };
    const isNeeded = asks(node["body"] as Node);
    this.#needs.set(node, isNeeded);
    // What is called later calls others for the one that it was made for.
    const isInner = !isNeeded && mayCall(node["body"] as Node);
    if (isInner) this.#needs.set(node, true);
    return isNeeded || isInner;
  }

  #call(node: Node, site: AnsweredSite, parents: readonly Node[], call: string): void {
    if (node.type === "TaggedTemplateExpression") {
      const tag = node["tag"] as Node;
      this.#edits.open(node.start, `${this.#r}.t(${site.index},${call},`);
      this.#visit(tag, [...parents, node], call);
      this.#edits.close(tag.end, ")");
      this.#visit(node["quasi"] as Node, [...parents, node], call);
      return;
    }
    const { text } = this.#tree;
    const around = [...parents, node];
    const callee = node["callee"] as Node;
    const given = node["arguments"] as Node[];
    const paren = openingParenthesis(text, node, callee);
    const comma = given.length === 0 ? "" : ",";
    const start = `${site.index},${call},`;
    if (node.type === "NewExpression") {
      this.#edits.replace(node.start, node.start + "new".length, `${this.#r}.n(${start}`);
      this.#visit(callee, around, call);
      if (paren === -1) {
        this.#edits.close(node.end, ")", node);
        return;
      }
      this.#edits.replace(paren, paren + 1, comma);
    } else if (callee.type !== "MemberExpression") {
      this.#edits.open(node.start, `${this.#r}.f(${start}`, node);
      this.#visit(callee, around, call);
      const types = node["typeArguments"] ?? node["typeParameters"];
      const end = isNode(types)
        ? types.start
        : node["optional"] === true
          ? text.lastIndexOf("?.", paren)
          : paren;
      this.#edits.replace(end, paren + 1, comma);
    } else if ((callee["object"] as Node).type === "Super") {
      this.#edits.open(node.start, `${this.#r}.f(${start}(...__acp)=>`, node);
      this.#visit(callee, around, call);
      this.#edits.replace(callee.end, paren + 1, `(...__acp)${comma}`);
    } else {
      const object = callee["object"] as Node;
      const property = callee["property"] as Node;
      const isOptional =
        node["optional"] === true || callee["optional"] === true || isInsideChain(node, parents);
      this.#edits.open(node.start, `${this.#r}.c(${start}${isOptional ? 1 : 0},`, node);
      this.#visit(object, around, call);
      if (callee["computed"] === true) {
        const bracket = text.lastIndexOf("[", property.start - 1);
        const from = text.startsWith("?.", bracket - 2) ? bracket - 2 : bracket;
        this.#edits.replace(from, bracket + 1, ",");
        this.#visit(property, around, call);
        this.#edits.replace(text.indexOf("]", property.end), paren + 1, comma);
      } else {
        const dot = text.lastIndexOf(".", property.start - 1);
        const from = text.charAt(dot - 1) === "?" ? dot - 1 : dot;
        const name = text.slice(property.start, property.end);
        this.#edits.replace(from, paren + 1, `,${JSON.stringify(plainName(name))}${comma}`);
      }
    }
    for (const one of given) this.#visit(one, around, call);
  }

  /** `#name` becomes a plain name, which data can set. */
  #private(node: Node, parents: readonly Node[]): void {
    const name = plainName(this.#tree.text.slice(node.start, node.end));
    const parent = parents.at(-1)!;
    const isAsked = parent.type === "BinaryExpression" && parent["left"] === node;
    this.#edits.replace(node.start, node.end, isAsked ? JSON.stringify(name) : name);
  }
}

/** The functions of a tree that stand at these places. */
function wakingIn(tree: Tree, places: readonly WakingPlace[]): Map<Node, number> {
  const found = new Map<Node, number>();
  if (places.length === 0) return found;
  for (const { node, start } of functionsIn(tree)) {
    const place = places.find(({ line, column }) => line === start.line && column === start.column + 1);
    if (place !== undefined) found.set(node, place.index);
  }
  return found;
}

const FOR_AWAIT = "for await of ";

function mayCall(node: Node): boolean {
  if (node.type === "CallExpression" || node.type === "NewExpression") return true;
  if (node.type === "TaggedTemplateExpression") return true;
  return childrenOf(node).some(mayCall);
}

/** A call in a text. */
interface CallInText {
  readonly node: Node;
  readonly callee: Node;
  readonly expression: string;
  /** Whether only a recording may say that it is answered: it is in a decorator, or what goes on behind it may not be reached. */
  readonly isFixed: boolean;
}

/** All calls of a text, and what it iterates by `for await`. */
function callsIn({ program, text }: Tree): CallInText[] {
  const calls: CallInText[] = [];
  const visit = (node: Node, parents: readonly Node[]): void => {
    const add = (callee: Node, before = ""): void => {
      const isFixed = isInsideChain(node, parents) || parents.some(({ type }) => type === "Decorator");
      calls.push({ node, callee, expression: before + calledName(callee, text), isFixed });
    };
    if (node.type === "CallExpression" || node.type === "NewExpression") add(node["callee"] as Node);
    if (node.type === "TaggedTemplateExpression") add(node["tag"] as Node);
    if (node.type === "ForOfStatement" && node["await"] === true) {
      const right = node["right"] as Node;
      const isCall = right.type === "CallExpression" || right.type === "TaggedTemplateExpression";
      add(isCall ? ((right["callee"] ?? right["tag"]) as Node) : right, FOR_AWAIT);
    }
    const around = [...parents, node];
    for (const child of childrenOf(node)) visit(child, around);
  };
  visit(program, []);
  return calls;
}

/** All calls that may be answered: not those of the module system or of the class above. */
function allSites(calls: readonly CallInText[], first: number): SitesOfNode {
  const own = calls.filter(
    ({ callee, isFixed }) => !isFixed && callee.type !== "Super" && !UNASKED.has(String(callee["name"])),
  );
  return new Map(
    own.map(({ node, callee, expression }, at) => {
      const { line, column } = placeOf(callee);
      return [node, { index: first + at, line, column: column + 1, expression }] as const;
    }),
  );
}

const UNASKED = new Set(["require", "eval"]);

/** The calls of a text that a recording has answers for. */
function findSites(
  calls: readonly CallInText[],
  sites: readonly AnsweredSite[],
): { readonly found: SitesOfNode; readonly missing: readonly AnsweredSite[] } {
  const found = new Map<Node, AnsweredSite>();
  const missing: AnsweredSite[] = [];
  for (const site of sites) {
    const isFree = ({ node, expression }: CallInText): boolean =>
      !found.has(node) && expression.startsWith(FOR_AWAIT) === site.expression.startsWith(FOR_AWAIT);
    const onLine = calls.filter((one) => isFree(one) && placeOf(one.callee).line === site.line);
    const there = onLine.find(({ callee }) => placeOf(callee).column + 1 === site.column);
    const named = onLine.filter(({ expression }) => lastOf(expression) === lastOf(site.expression));
    const call = there ?? (named.length === 1 ? named[0] : undefined);
    if (call === undefined) missing.push(site);
    else found.set(call.node, site);
  }
  return { found, missing };
}

function placeOf(callee: Node): Node["loc"]["start"] {
  return (callee.type === "MemberExpression" ? (callee["property"] as Node) : callee).loc.start;
}

function lastOf(expression: string): string {
  return expression.slice(expression.lastIndexOf(".") + 1);
}

/** The tree of the text with constants that are to be set as variables. */
function withVariables(tree: Tree, names: ReadonlySet<string>): Tree {
  let { text } = tree;
  for (const declaration of topDeclarations(tree.program)) {
    if (declaration.type !== "VariableDeclaration" || declaration["kind"] !== "const") continue;
    const declared = (declaration["declarations"] as Node[]).flatMap(({ id }) => namesIn(id as Node));
    if (!declared.some((name) => names.has(name))) continue;
    // As long as what it replaces, so that every place stays what it is.
    const { start } = declaration;
    text = `${text.slice(0, start)}let  ${text.slice(start + "const".length)}`;
  }
  return { ...tree, text };
}

/** Where the text of each function of a tree starts and ends. */
export function functionAt(tree: Tree, start: number): Node | undefined {
  const all = functionsIn(tree);
  const exact = all.find(({ from }) => from === start);
  return (exact ?? all.findLast(({ from, to }) => from <= start && start < to))?.node;
}
