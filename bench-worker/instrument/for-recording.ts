import { CERTAIN_ENDS } from "../contract/certain-ends.ts";
import { calledName, functionsIn, sourceOf, type FunctionInText } from "./functions.ts";
import { Insertions } from "./edits.ts";
import { weakNamesIn } from "./module-names.ts";
import { isImporting, readOf, surroundingsOf, type SurroundingVariable } from "./surroundings.ts";
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

/** How a function runs. */
export type FunctionKind = "plain" | "async" | "generator" | "async-generator";

/** What the recorder knows of a function of a file. */
export interface FunctionEntry {
  readonly name: string;
  readonly line: number;
  /** From 1 on. */
  readonly column: number;
  readonly kind: FunctionKind;
  /** Functions around it that have hooks. */
  readonly depth: number;
  /** Functions around it. */
  readonly within: number;
  /** Whether nothing of it is evaluated before its hook, if nothing of what it is given is missing. */
  readonly mayBeLookedInto: boolean;
  /** Whether its text lets it be asynchronous. */
  readonly mayBeAsync: boolean;
  /** What it takes from around it, in the order in which its code tells them. */
  readonly variables: readonly SurroundingVariable[];
  /** It is an arrow function that reads `this`, which comes behind the variables. */
  readonly readsThis: boolean;
  /** The site whose argument its text is, and which one; -1 for none. */
  readonly givenTo: number;
  readonly givenAt: number;
  /**
   * It is a generator that a compiler has written without `yield`: its body is called for each step, and tells its end itself, or what it
   * gives does.
   */
  readonly isStepped?: "body" | "iterator";
  /** Its text emits an event by which emitters tell of their end. */
  readonly emitsEnd?: boolean;
  /** Places of some names in it, and in none of the functions in it: compilers tell those of names rather than where it begins. */
  readonly names?: readonly (readonly [line: number, column: number])[];
  /** Its place is that of something in it. */
  readonly isInside?: boolean;
}

/** What the recorder knows of a call in a file. */
export interface SiteEntry {
  readonly line: number;
  /** From 1 on: where the name of what is called starts. */
  readonly column: number;
  readonly expression: string;
  /** The member that is called: `get` of `db.get`; null for a name alone. */
  readonly member: string | null;
  /** Whether whoever gets its promise waits for it in the same turn, so that another who does changes nothing. */
  readonly isHandled: boolean;
  /** Whether it makes an instance: who is given a class is not called back by it. */
  readonly isNew: boolean;
  /** Whether the function that it is given first is written there. */
  readonly writesFunction: boolean;
}

/** A class of a file, or a function that makes instances. */
export interface ClassEntry {
  readonly name: string;
  readonly line: number;
  /** Of one that calls of a function make: what it takes from around it, in the order in which its code tells them. */
  readonly variables?: readonly SurroundingVariable[];
}

/** What the code of a file finds out about itself. */
export interface FileTable {
  /** What tells names of ours from those of other files. */
  readonly mark: string;
  readonly functions: readonly FunctionEntry[];
  readonly sites: readonly SiteEntry[];
  readonly classes: readonly ClassEntry[];
}

/** A file with the recorder's hooks in it. */
export interface Instrumented {
  readonly text: string;
  readonly table: FileTable;
}

/** How a file is instrumented. */
export interface RecordingOptions extends Reading {
  /** Code that gives the object with the hooks, for a table that is given as code. */
  readonly hooks: (table: string) => string;
  /** Tells names of ours from those of the text and of other files. */
  readonly mark: string;
  /** Of tests only who calls their functions is of interest. */
  readonly isTest: boolean;
  /** Whether it was compiled: functions have `names`, then. */
  readonly isCompiled?: boolean;
  /** Whether a name that nothing declares is a global of the program's own; none is where it is left out. */
  readonly isGlobal?: (name: string) => boolean;
  /** What a compiler has made of a source, where that is known otherwise than by its map: see {@link OfCompiler}. */
  readonly ofCompiler?: OfCompiler;
}

/** Which functions and calls of a text only its compiler has made, by where they begin: what is in such a function is a part of the one around. */
export interface OfCompiler {
  readonly isAdded: (what: "function" | "call", line: number, column: number) => boolean;
  /** Whether a function was a generator. */
  readonly isGenerator: (line: number, column: number) => boolean;
}

/** Calls of these are of the engine or of a module system, and tell nothing of I/O. */
const PLAIN_OBJECTS = new Set([
  ...["Object", "Array", "JSON", "Number", "String", "Boolean", "Symbol", "Reflect", "BigInt", "console"],
  ...["Buffer", "Atomics", "Intl", "jest", "vi"],
]);
const PLAIN_FUNCTIONS = new Set([
  ...["eval", "define", "super", "parseInt", "parseFloat", "isNaN", "isFinite", "encodeURIComponent"],
  ...["decodeURIComponent", "Object", "Array", "Number", "String", "Boolean", "Symbol", "BigInt"],
]);

/**
 * Puts the recorder's hooks into a file's functions and calls. No line moves, and nothing stands between who calls and what
 * is called, so that stack traces have the same frames.
 *
 * @throws {SyntaxError} where the text is not well-formed.
 */
export function forRecording(text: string, options: RecordingOptions): Instrumented {
  return new ForRecording(readTree(text, options), options).done();
}

class ForRecording {
  readonly #tree: Tree;
  readonly #options: RecordingOptions;
  readonly #edits: Insertions;
  readonly #ac: string;
  readonly #functions: FunctionEntry[] = [];
  readonly #sites: SiteEntry[] = [];
  readonly #classes: ClassEntry[] = [];
  readonly #known = new Map<Node, FunctionInText>();
  readonly #surroundings: ReadonlyMap<Node, readonly SurroundingVariable[]>;
  /** The wrapper that a module system has put around the file, where there is one. */
  readonly #wrapper: Node | null;
  readonly #siteOfCalls = new Map<Node, number>();
  /** What runs the bodies of generators that a compiler has written without `yield`. */
  readonly #wraps = new Set<Node>();
  /** Those bodies, and what they are told by where they go on. */
  readonly #steps = new Map<Node, string>();
  /** Offsets where an emitter is told to tell of its end. */
  readonly #emittedEnds: readonly number[];

  constructor(tree: Tree, options: RecordingOptions) {
    this.#tree = tree;
    this.#options = options;
    this.#edits = new Insertions(tree.text, true);
    this.#ac = `__ac${options.mark}`;
    this.#wrapper = wrapperOf(tree.program);
    this.#emittedEnds = Array.from(tree.text.matchAll(EMITTED_END), ({ index }) => index);
    for (const one of functionsIn(tree)) this.#known.set(one.node, one);
    const { isTest, isGlobal } = options;
    this.#surroundings = isTest ? new Map() : surroundingsOf(tree, this.#wrapper, isGlobal);
  }

  done(): Instrumented {
    const beginning = this.#edits.open(this.#beginning(), "");
    this.#visit(this.#tree.program, [], 0, false);
    const table: FileTable = {
      mark: this.#options.mark,
      ...{ functions: this.#functions, sites: this.#sites, classes: this.#classes },
    };
    const code = this.#options.hooks(JSON.stringify(table));
    // A directive may end without a semicolon.
    beginning.inserted = `;var ${this.#ac}=${code},${this.#name(0)}=${this.#ac}.m,${this.#ac}a;${this.#tellWeak()}`;
    return { text: this.#edits.applied(), table };
  }

  /** What has the module's own statements. */
  #block(): Node {
    return this.#wrapper === null ? this.#tree.program : innermostBlock(this.#wrapper["body"] as Node);
  }

  /** Code that tells the hooks what may hold private members of instances. */
  #tellWeak(): string {
    const names = this.#options.isTest ? [] : weakNamesIn(this.#tree, this.#block());
    return names.length === 0
      ? ""
      : `${this.#ac}.h({${names.map((name) => `${name}:()=>${name}`).join(",")}});`;
  }

  /** Where the code that every other code needs comes: behind directives. */
  #beginning(): number {
    const around = this.#block();
    const hashbang = /^#!.*/.exec(this.#tree.text)?.[0].length ?? 0;
    const start = this.#wrapper === null ? hashbang : around.start + 1;
    const end = endOfDirectives(around) ?? start;
    if (end === 0 || !(hashbang > 0 && end === hashbang)) return end;
    // A comment ends with its line.
    return this.#tree.text.charAt(end) === "\n" ? end + 1 : end;
  }

  /** The variable that holds the activation of the function at this depth. */
  #name(depth: number): string {
    return `${this.#ac}_${depth}`;
  }

  #visit(node: Node, parents: readonly Node[], depth: number, isInParameters: boolean): void {
    if (isFunction(node) && node !== this.#wrapper) {
      const context = this.#steps.get(node);
      if (context === undefined) this.#function(node, parents, depth);
      else this.#step(node, context, parents, depth);
      return;
    }
    const { isTest } = this.#options;
    if (node.type === "ClassBody" && !isTest) {
      const made = parents.at(-1)!;
      const { id, loc } = made;
      const variables = this.#isMadeByCalls(parents) ? (this.#surroundings.get(made) ?? []) : undefined;
      const index = this.#addClass(isNode(id) ? String(id["name"]) : "", loc.start.line, variables);
      const around = variables === undefined ? "" : `,${this.#name(depth)}${readsOf({ variables })}`;
      const privates = privatesIn(node) || (around === "" ? "" : ",void 0");
      this.#edits.open(node.start + 1, `static{${this.#ac}.k(${index},this${privates}${around})}`);
    }
    if (!isTest && !isInParameters) {
      if (node.type === "CallExpression" || node.type === "NewExpression") {
        this.#call(node, parents, depth);
        return;
      }
      if (node.type === "TaggedTemplateExpression") {
        this.#tagged(node, parents, depth);
        return;
      }
      if (node.type === "AwaitExpression" || (node.type === "YieldExpression" && node["delegate"] !== true)) {
        this.#edits.open(node.start, `${this.#ac}.g(${this.#name(depth)},`);
        this.#children(node, parents, depth, isInParameters);
        this.#edits.close(node.end, ")");
        return;
      }
      if (node.type === "ForOfStatement" && node["await"] === true) {
        this.#forAwait(node, parents, depth);
        return;
      }
      if (node.type === "CatchClause") {
        const body = node["body"] as Node;
        this.#edits.open(body.start + 1, `${this.#ac}.c(${this.#name(depth)});`);
      }
    }
    this.#children(node, parents, depth, isInParameters);
  }

  #children(node: Node, parents: readonly Node[], depth: number, isInParameters: boolean): void {
    const around = [...parents, node];
    for (const child of childrenOf(node)) this.#visit(child, around, depth, isInParameters);
  }

  #function(node: Node, parents: readonly Node[], depth: number): void {
    const around = [...parents, node];
    const body = node["body"] as Node;
    const inner = depth + 1;
    const parameters = node["params"] as Node[];
    for (const parameter of parameters) this.#visit(parameter, around, depth, true);
    const isArrow = node.type === "ArrowFunctionExpression";
    if (isUnseen(node, parents.at(-1), this.#options.isTest)) {
      this.#unseen(node, parents, depth);
      return;
    }
    if (this.#isAdded(node)) {
      this.#visit(body, around, depth, false);
      return;
    }
    const steps = this.#options.isTest ? null : stepsOf(node, this.#tree.text);
    if (steps !== null) {
      this.#wraps.add(steps.wrap);
      this.#steps.set(steps.body, steps.context);
    }
    const index = this.#addFunction(node, parents, depth, true, steps === null ? undefined : "body");
    const own = this.#name(inner);
    const entry = this.#functions[index]!;
    if (this.#options.isTest) {
      const given = isArrow ? `[${parameters.map(valueOf).join(",")}]` : "arguments";
      const hook = `${this.#ac}.s(${given})`;
      if (body.type === "BlockStatement") this.#edits.open(startOf(body), `;${hook};`);
      else {
        this.#edits.open(arrowEnd(this.#tree.text, node), `(${hook},`);
        this.#edits.close(node.end, ")");
      }
      this.#visit(body, around, inner, false);
      return;
    }
    const kind = methodKind(parents.at(-1), node);
    if (kind === "constructor" || kind === "get" || kind === "set") {
      // A getter may be asked what it captured, as any function.
      const reads = kind === "get" ? readsOf(entry) : "";
      this.#edits.open(startOf(body), `;const ${own}=${this.#ac}.l(${index},${this.#name(depth)}${reads});`);
      this.#visit(body, around, inner, false);
      return;
    }
    const given = isArrow ? `()=>[${parameters.map(valueOf).join(",")}]` : "arguments";
    const thunk = readsOf(entry);
    const enter = `const ${own}=${this.#ac}.e(${index},${this.#name(depth)},${isArrow ? "void 0" : "this"},${given}${thunk});`;
    const makes =
      kind === null && isConstructor(node)
        ? `new.target&&${this.#ac}.k(${this.#addClass(entry.name, entry.line)},new.target);`
        : "";
    const isWhole = body.type !== "BlockStatement" || mayStandInBlock(node);
    const begin = `;${makes}${enter}${isWhole ? "try{" : ""}`;
    const end = isWhole
      ? `}catch(${this.#ac}x){throw ${this.#ac}.t(${own},${this.#ac}x)}finally{${this.#ac}.x(${own})}`
      : `;${this.#ac}.x(${own});`;
    if (body.type === "BlockStatement") {
      this.#edits.open(startOf(body), (body["body"] as Node[]).length === 0 ? begin + end : begin);
      const returns = returnsOf(body);
      // Where no `finally` tells that it is left, each of them does.
      const [leave, left] = isWhole ? ["", ")"] : [`${this.#ac}.x(${own},`, "))"];
      // Several expressions are several arguments, unless they stand in parentheses.
      const isSeveral = ({ argument }: Node): boolean => (argument as Node).type === "SequenceExpression";
      for (const one of returns)
        this.#edits.open(
          one.start + "return".length,
          ` ${leave}${this.#ac}.r(${own},${isSeveral(one) ? "(" : ""}`,
        );
      if (!isWhole)
        for (const { start } of returnsOf(body, true))
          this.#edits.open(start + "return".length, ` ${this.#ac}.x(${own})`);
      this.#visit(body, around, inner, false);
      for (const one of returns)
        this.#edits.close(
          this.#tree.text[one.end - 1] === ";" ? one.end - 1 : one.end,
          isSeveral(one) ? `)${left}` : left,
        );
      if ((body["body"] as Node[]).length > 0) this.#edits.close(body.end - 1, end);
    } else {
      this.#edits.open(arrowEnd(this.#tree.text, node), `{${begin}return ${this.#ac}.r(${own},`);
      this.#visit(body, around, inner, false);
      this.#edits.close(node.end, `)${end}}`);
    }
  }

  /** The body of a generator that a compiler has written as a function which is called for each step. */
  #step(node: Node, context: string, parents: readonly Node[], depth: number): void {
    const body = node["body"] as Node;
    const own = this.#name(depth);
    this.#edits.open(startOf(body), `;${this.#ac}.g(${own},${context}.sent);`);
    for (const { argument } of returnsOf(body)) {
      const { start, end, type, callee } = argument as Node;
      if (type !== "CallExpression" || sourceOf(callee as Node, this.#tree.text) !== `${context}.stop`)
        continue;
      this.#edits.open(start, `${this.#ac}.z(${own},`);
      this.#edits.close(end, ")");
    }
    this.#visit(body, [...parents, node], depth, false);
  }

  /** A function whose calls tell nothing: only what it is, and what it captured, may be of interest. */
  #unseen(node: Node, parents: readonly Node[], depth: number): void {
    const around = [...parents, node];
    const body = node["body"] as Node;
    const kind = methodKind(parents.at(-1), node);
    if (this.#options.isTest || kind === "constructor" || kind === "set") {
      this.#visit(body, around, depth, false);
      return;
    }
    const index = this.#addFunction(node, parents, depth, false);
    const entry = this.#functions[index]!;
    const captures = entry.readsThis || entry.variables.some((variable) => variable.depth > 0);
    const look = `${this.#ac}.o.on&&${this.#ac}.q(${index},${this.#name(depth)}${readsOf(entry)})`;
    const mark = `/*${this.#ac}:${index}*/`;
    if (body.type === "BlockStatement") this.#edits.open(startOf(body), captures ? `;${look};` : mark);
    else {
      this.#edits.open(arrowEnd(this.#tree.text, node), captures ? `(${look},` : mark);
      if (captures) this.#edits.close(node.end, ")");
    }
    this.#visit(body, around, depth, false);
  }

  /** Whether a class is one of each call of a function that others call, and not one that loading its module makes. */
  #isMadeByCalls(parents: readonly Node[]): boolean {
    return parents.some(
      (one, at) => isFunction(one) && one !== this.#wrapper && !MAKES_CALL.has(parents[at - 1]?.type ?? ""),
    );
  }

  #addClass(name: string, line: number, variables?: ClassEntry["variables"]): number {
    this.#classes.push({ name, line, ...(variables === undefined ? {} : { variables }) });
    return this.#classes.length - 1;
  }

  #addFunction(node: Node, parents: readonly Node[], depth: number, isSeen = true, steps?: "body"): number {
    const { name, start, depth: within } = this.#known.get(node)!;
    const isAsync = node["async"] === true;
    const wasGenerator = this.#options.ofCompiler?.isGenerator(start.line, start.column + 1) === true;
    const isStepped = steps ?? (wasGenerator && node["generator"] !== true ? "iterator" : undefined);
    const isGenerator = node["generator"] === true || isStepped !== undefined;
    const isArrow = node.type === "ArrowFunctionExpression";
    this.#functions.push({
      name,
      line: start.line,
      column: start.column + 1,
      kind: isAsync ? (isGenerator ? "async-generator" : "async") : isGenerator ? "generator" : "plain",
      depth,
      within: this.#wrapper === null ? within : within - 1,
      mayBeLookedInto: !(node["params"] as Node[]).some(computesKeys),
      mayBeAsync: isSeen && (isAsync || isGenerator || mayBeAsynchronous(node)),
      variables: this.#surroundings.get(node) ?? [],
      ...this.#givenTo(node, parents.at(-1)),
      readsThis: isArrow && readsThis(node) && !parents.some(isClassField),
      ...(isStepped === undefined ? {} : { isStepped }),
      ...(this.#emittedEnds.some((at) => node.start < at && at < node.end) ? { emitsEnd: true } : {}),
      ...(this.#options.isCompiled === true ? { names: namesWithin(node) } : {}),
    });
    return this.#functions.length - 1;
  }

  /** Whether only a compiler has made a function. */
  #isAdded(node: Node): boolean {
    const { line, column } = this.#known.get(node)!.start;
    return this.#options.ofCompiler?.isAdded("function", line, column + 1) === true;
  }

  #givenTo(node: Node, parent: Node | undefined): Pick<FunctionEntry, "givenTo" | "givenAt"> {
    const givenTo = parent === undefined ? undefined : this.#siteOfCalls.get(parent);
    if (givenTo === undefined) return { givenTo: -1, givenAt: -1 };
    return { givenTo, givenAt: (parent!["arguments"] as Node[]).indexOf(node) };
  }

  #call(node: Node, parents: readonly Node[], depth: number): void {
    const callee = node["callee"] as Node;
    const isNew = node.type === "NewExpression";
    const text = this.#tree.text;
    const paren = openingParenthesis(text, node, callee);
    const isNoCall = isLeftOut(callee, isNew) || this.#wraps.has(node) || this.#isOfSteps(callee);
    const { line, column } = nameNodeOf(callee).loc.start;
    if (paren === -1 || isNoCall || this.#options.ofCompiler?.isAdded("call", line, column + 1) === true) {
      this.#children(node, parents, depth, false);
      return;
    }
    const isInChain = isInsideChain(node, parents);
    const site = this.#addSite(node, callee, parents);
    this.#siteOfCalls.set(node, site);
    const own = this.#name(depth);
    const object = callee.type === "MemberExpression" ? (callee["object"] as Node) : null;
    const called = object ?? lastOf(callee);
    const given = node["arguments"] as Node[];
    const around = [...parents, node];
    // Nothing may stand between the parts of an optional chain, which may end before the call.
    const isOfChain = isInChain || parents.at(-1)?.type === "ChainExpression";
    const isOfOther = object !== null && !isPlain(object) && !isOfChain && object.type !== "ChainExpression";
    let receiver = "void 0";
    if (isOfOther) receiver = `${this.#ac}.v[${site}]`;
    else if (isPlain(called, isOfChain))
      receiver = called.type === "Super" ? "this" : text.slice(called.start, called.end);
    // What is spread is asked for its items, by code that the program may have put in the place of the engine's: only where nothing else does.
    const isSpread = isInChain || given.some(({ type }) => type === "SpreadElement");
    const isEmpty = given.length === 0;
    const tellsFirst = isEmpty && !isOfChain && (isPlain(called) || isFunction(called));
    const tellsReceiver = isEmpty && isOfOther;
    const first = tellsFirst ? `${this.#ac}.n(${site},${own},${receiver})` : String(site);
    if (!isInChain) this.#edits.open(node.start, `${this.#ac}.d(${first},${own},`);
    if (isOfOther)
      this.#edits.open(object.start, tellsReceiver ? `${this.#ac}.w(${site},${own},(` : `(${receiver}=(`);
    this.#visit(callee, around, depth, false);
    if (isOfOther) this.#edits.close(object.end, "))");
    let done = ")";
    if (!tellsFirst && !tellsReceiver) {
      const list = `${this.#ac}a`;
      const begin = `${this.#ac}.b(${site},${own},${receiver},[`;
      const isListed = !isSpread && !isEmpty;
      const items = given.map((_, index) => (index === 0 ? "[0]" : `,${list}[${index}]`)).join("");
      const [opens, closes] = isListed ? [`(${list}=${begin}`, `]))${items}`] : [`...${begin}`, "])"];
      this.#edits.open(paren + 1, isEmpty ? opens + closes : opens);
      for (const one of given) this.#visit(one, around, depth, false);
      if (!isEmpty) this.#edits.close(node.end - 1, closes);
      // Nothing is held longer than the program does.
      if (isListed) done = `,${list}=0)`;
    }
    if (!isInChain) this.#edits.close(node.end, done);
  }

  /** Whether a call is one by which the body of a generator tells where it goes on. */
  #isOfSteps(callee: Node): boolean {
    if (this.#steps.size === 0 || callee.type !== "MemberExpression") return false;
    const object = callee["object"] as Node;
    return object.type === "Identifier" && [...this.#steps.values()].includes(String(object["name"]));
  }

  #tagged(node: Node, parents: readonly Node[], depth: number): void {
    const tag = node["tag"] as Node;
    const site = this.#addSite(node, tag, parents);
    const own = this.#name(depth);
    this.#edits.open(node.start, `${this.#ac}.d(${site},${own},(${this.#ac}.p(${site},${own}),`);
    this.#children(node, parents, depth, false);
    this.#edits.close(node.end, "))");
  }

  #forAwait(node: Node, parents: readonly Node[], depth: number): void {
    const right = node["right"] as Node;
    const site = this.#addSite(
      right,
      isCallNode(right) ? (right["callee"] as Node) : right,
      parents,
      "for await of ",
    );
    const around = [...parents, node];
    this.#visit(node["left"] as Node, around, depth, false);
    this.#edits.open(right.start, `${this.#ac}.i(${site},${this.#name(depth)},`);
    this.#visit(right, around, depth, false);
    this.#edits.close(right.end, ")");
    this.#visit(node["body"] as Node, around, depth, false);
  }

  #addSite(node: Node, callee: Node, parents: readonly Node[], before = ""): number {
    const property = callee.type === "MemberExpression" ? (callee["property"] as Node) : null;
    const { line, column } = nameNodeOf(callee).loc.start;
    const isNamed = property !== null && callee["computed"] !== true;
    const given = node["arguments"] as Node[] | undefined;
    this.#sites.push({
      line,
      column: column + 1,
      expression: before + calledName(callee, this.#tree.text),
      member: isNamed ? this.#tree.text.slice(property.start, property.end) : null,
      isHandled: isHandled(node, parents),
      isNew: node.type === "NewExpression",
      writesFunction: isNode(given?.[0]) && isFunction(given[0]),
    });
    return this.#sites.length - 1;
  }
}

/** `emitter.emit("end")` */
const EMITTED_END = new RegExp(`\\.\\s*emit\\s*\\(\\s*(["'\`])(?:${CERTAIN_ENDS.join("|")})\\1`, "g");

/** Where the name of what is called stands: a member's own. */
function nameNodeOf(callee: Node): Node {
  return callee.type === "MemberExpression" ? (callee["property"] as Node) : callee;
}

/** The parts of a generator that a compiler has written without `yield`. */
interface Steps {
  readonly wrap: Node;
  readonly body: Node;
  /** The parameter of the body. */
  readonly context: string;
}

/** Those of a function that ends with `return regeneratorRuntime.wrap(function (context) { … }, …)` (https://github.com/facebook/regenerator); null for any other. */
function stepsOf(node: Node, text: string): Steps | null {
  const block = node["body"] as Node;
  const last = block.type === "BlockStatement" ? (block["body"] as Node[]).at(-1) : undefined;
  const wrap = last?.type === "ReturnStatement" ? (last["argument"] as Node | null) : null;
  if (wrap?.type !== "CallExpression") return null;
  const callee = wrap["callee"] as Node;
  const [body] = wrap["arguments"] as Node[];
  const name = sourceOf(callee, text);
  if (body?.type !== "FunctionExpression" || !name.includes("egenerator") || !name.endsWith(".wrap"))
    return null;
  const [context] = body["params"] as Node[];
  return context?.type === "Identifier" ? { wrap, body, context: String(context["name"]) } : null;
}

/** What a function that stands in it is called by, or given to: modules do so with what is around all of their code. */
const MAKES_CALL = new Set(["CallExpression", "NewExpression"]);

function isCallNode(node: Node): boolean {
  return node.type === "CallExpression" || node.type === "TaggedTemplateExpression";
}

/** What a sequence gives: compilers call what is imported as `(0, module.name)()`. */
function lastOf(node: Node): Node {
  return node.type === "SequenceExpression" ? (node["expressions"] as Node[]).at(-1)! : node;
}

/**
 * A name, or members of one that are named.
 *
 * @param mayBeOptional As in a part of an optional chain behind which that has gone on.
 */
function isPlain(node: Node, mayBeOptional = false): boolean {
  if (node.type === "Identifier" || node.type === "ThisExpression" || node.type === "Super") return true;
  return (
    node.type === "MemberExpression" &&
    node["computed"] !== true &&
    (mayBeOptional || node["optional"] !== true) &&
    isPlain(node["object"] as Node, mayBeOptional)
  );
}

function isLeftOut(callee: Node, isNew: boolean): boolean {
  if (callee.type === "Super" || callee.type === "Import") return true;
  if (callee.type === "Identifier") {
    const name = String(callee["name"]);
    return !isNew && (PLAIN_FUNCTIONS.has(name) || isImporting(name));
  }
  if (callee.type !== "MemberExpression") return false;
  const object = callee["object"] as Node;
  return object.type === "Identifier" && PLAIN_OBJECTS.has(String(object["name"]));
}

/** Whether a call is a part of an optional chain, which it cannot be taken out of. */
export function isInsideChain(node: Node, parents: readonly Node[]): boolean {
  let child = node;
  for (const parent of parents.toReversed()) {
    if (parent.type === "ChainExpression") return parent["expression"] !== node;
    const goesOn =
      (parent.type === "MemberExpression" && parent["object"] === child) ||
      (parent.type === "CallExpression" && parent["callee"] === child) ||
      parent.type === "TSNonNullExpression";
    if (!goesOn) return false;
    child = parent;
  }
  return false;
}

const WAITS_FOR_ALL = new Set(["all", "allSettled", "any", "race"]);

function isHandled(node: Node, parents: readonly Node[]): boolean {
  let child = node;
  for (let index = parents.length - 1; index >= 0; index--) {
    const parent = parents[index]!;
    switch (parent.type) {
      case "ChainExpression":
      case "TSAsExpression":
      case "TSNonNullExpression":
      case "TSSatisfiesExpression":
        child = parent;
        continue;
      case "AwaitExpression":
      case "YieldExpression":
        return true;
      case "ReturnStatement":
        return parents.findLast(isFunction)?.["async"] === true;
      case "ArrowFunctionExpression":
        return parent["body"] === child && parent["async"] === true;
      case "MemberExpression": {
        const property = (parent["property"] as Node)["name"];
        const isCalled = parents[index - 1]?.type === "CallExpression";
        return (
          parent["object"] === child &&
          isCalled &&
          (property === "then" || property === "catch" || property === "finally")
        );
      }
      case "ArrayExpression": {
        const call = parents[index - 1];
        const callee = call?.type === "CallExpression" ? (call["callee"] as Node) : undefined;
        return (
          callee?.type === "MemberExpression" &&
          WAITS_FOR_ALL.has(String((callee["property"] as Node)["name"]))
        );
      }
      default:
        return false;
    }
  }
  return false;
}

/**
 * Whether who calls a function changes nothing: it calls nothing itself, answers at once, and is not what somebody calls back. One of
 * a test may also stand in the place of I/O.
 */
function isUnseen(node: Node, parent: Node | undefined, isTest: boolean): boolean {
  const body = node["body"] as Node;
  if (node["async"] === true || node["generator"] === true || calls(body)) return false;
  const isGiven = parent?.type === "CallExpression" && parent["callee"] !== node;
  if (isGiven) return goesThroughList(parent["callee"] as Node);
  if (isTest) return false;
  return body.type === "BlockStatement"
    ? !mayBeAsynchronous(node) && !isConstructor(node)
    : !mayBePromise(body);
}

function goesThroughList(callee: Node): boolean {
  return callee.type === "MemberExpression" && OF_LISTS.has(String((callee["property"] as Node)["name"]));
}

/** Methods of lists, which call what they are given before they return. */
const OF_LISTS = new Set([
  ...[
    "map",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "some",
    "every",
    "forEach",
    "flatMap",
  ],
  ...["reduce", "reduceRight", "sort", "toSorted", "replace", "replaceAll"],
]);

function calls(node: Node): boolean {
  return MAKES_CALLS.has(node.type) || isFunction(node) || childrenOf(node).some(calls);
}

const MAKES_CALLS = new Set([
  ...["CallExpression", "NewExpression", "TaggedTemplateExpression", "AwaitExpression", "YieldExpression"],
  ...["ForOfStatement", "ImportExpression", "ClassBody"],
]);

/** The offset of the parenthesis that opens the arguments; -1 where there is none. */
export function openingParenthesis(text: string, node: Node, callee: Node): number {
  const types = node["typeArguments"] ?? node["typeParameters"];
  return indexInCode(text, "(", isNode(types) ? types.end : callee.end, node.end);
}

/** Behind the arrow of an arrow function. */
export function arrowEnd(text: string, node: Node): number {
  const before = [...(node["params"] as Node[]), node["returnType"]].filter(isNode).at(-1);
  return indexInCode(text, "=>", before?.end ?? node.start, node.end) + 2;
}

/** The offset of a sign outside of comments; -1 where there is none before `end`. */
function indexInCode(text: string, sign: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    // Not by `startsWith`, in whose place old programs put one that takes no offset.
    if (text.slice(at, at + sign.length) === sign) return at;
    const two = text.slice(at, at + 2);
    if (two === "//") at = text.indexOf("\n", at);
    else if (two === "/*") at = text.indexOf("*/", at) + 1;
    if (at < from) return -1;
  }
  return -1;
}

/** Behind the brace and the directives of a block. */
export function startOf(block: Node): number {
  return endOfDirectives(block) ?? block.start + 1;
}

function endOfDirectives(block: Node): number | null {
  let end: number | null = null;
  for (const statement of (block["body"] as Node[] | undefined) ?? []) {
    if (typeof statement["directive"] !== "string") break;
    end = statement.end;
  }
  return end;
}

/** The statements that leave a function, in the order of the text: those that give its value back, or the others. */
function returnsOf(body: Node, withoutValue = false): Node[] {
  if (isFunction(body) || body.type === "ClassBody") return [];
  if (body.type === "ReturnStatement") return (body["argument"] === null) === withoutValue ? [body] : [];
  return childrenOf(body).flatMap((child) => returnsOf(child, withoutValue));
}

const NAMES_AT_MOST = 8;

/** Where the first names of a function stand that are in no function within it; lines and columns from 1 on. */
function namesWithin(node: Node): [number, number][] {
  const found: [number, number][] = [];
  const visit = (one: Node): void => {
    if (found.length >= NAMES_AT_MOST || isFunction(one)) return;
    if (one.type === "Identifier") found.push([one.loc.start.line, one.loc.start.column + 1]);
    childrenOf(one).forEach(visit);
  };
  childrenOf(node).forEach(visit);
  return found;
}

function methodKind(parent: Node | undefined, node: Node): string | null {
  if (parent === undefined || parent["value"] !== node) return null;
  return parent.type === "MethodDefinition" || parent.type === "Property" ? String(parent["kind"]) : null;
}

/** Whether a function gives what it makes with `new` its members. */
function isConstructor(node: Node): boolean {
  if (node.type === "ArrowFunctionExpression" || node["async"] === true || node["generator"] === true)
    return false;
  const sets = (one: Node): boolean => {
    if (isFunction(one) && one !== node && one.type !== "ArrowFunctionExpression") return false;
    const left = one.type === "AssignmentExpression" ? (one["left"] as Node) : null;
    const isOfThis = left?.type === "MemberExpression" && (left["object"] as Node).type === "ThisExpression";
    return isOfThis || childrenOf(one).some(sets);
  };
  return sets(node);
}

/** What reads the private fields of a class from an instance, as an argument that follows others; empty where it has none. */
function privatesIn(classBody: Node): string {
  const fields = (classBody["body"] as Node[]).flatMap((member) => {
    const key = member["key"];
    const isField = isClassField(member) && member["static"] !== true;
    return isField && isNode(key) && key.type === "PrivateIdentifier" ? [String(key["name"])] : [];
  });
  if (fields.length === 0) return "";
  return `,(__aco)=>({${fields.map((name) => `...(#${name} in __aco&&{${name}:__aco.#${name}})`).join(",")}})`;
}

function isClassField({ type }: Node): boolean {
  return type === "PropertyDefinition";
}

/** Code of an argument behind others that reads what a function takes from around it; empty where that is nothing. */
function readsOf({
  variables,
  readsThis: isThisRead = false,
}: Pick<FunctionEntry, "variables"> & Partial<Pick<FunctionEntry, "readsThis">>): string {
  const names = variables.map((variable) => `()=>${readOf(variable)}`);
  if (isThisRead) names.push("()=>this");
  return names.length === 0 ? "" : `,()=>[${names.join(",")}]`;
}

/** Whether a pattern, or its default values, may compute the names that it takes. */
function computesKeys(pattern: Node): boolean {
  if (pattern.type === "AssignmentPattern") return computesKeys(pattern["left"] as Node);
  return pattern.type === "Property" && pattern["computed"] === true
    ? true
    : childrenOf(pattern).some(computesKeys);
}

/** A parameter as an expression of what it got: `{ a }` for `{ a = 1 }`. */
export function valueOf(parameter: Node): string {
  switch (parameter.type) {
    case "Identifier":
      return String(parameter["name"]);
    case "AssignmentPattern":
      return valueOf(parameter["left"] as Node);
    case "RestElement":
      return `...${valueOf(parameter["argument"] as Node)}`;
    case "TSParameterProperty":
      return valueOf(parameter["parameter"] as Node);
    case "ArrayPattern":
      return `[${(parameter["elements"] as (Node | null)[]).map((one) => (one === null ? "void 0" : valueOf(one))).join(",")}]`;
    case "ObjectPattern":
      return `{${(parameter["properties"] as Node[])
        .map(propertyOf)
        .filter((one) => one !== "")
        .join(",")}}`;
    default:
      return "void 0";
  }
}

function propertyOf(property: Node): string {
  if (property.type === "RestElement") return valueOf(property);
  const key = property["key"] as Node;
  if (property["computed"] === true) return "";
  const name = key.type === "Literal" ? JSON.stringify(key["value"]) : String(key["name"]);
  return `${name}:${valueOf(property["value"] as Node)}`;
}

/** Whether all of a function's body may stand in a block: what it declares there must not collide. */
function mayStandInBlock(node: Node): boolean {
  const body = node["body"] as Node;
  const declared = (body["body"] as Node[]).filter(({ type }) => type === "FunctionDeclaration");
  if (declared.length === 0) return true;
  const names = declared.map(({ id }) => String((id as Node)["name"]));
  if (new Set(names).size < names.length) return false;
  const variables = new Set<string>();
  const visit = (one: Node): void => {
    if (isFunction(one)) return;
    if (one.type === "VariableDeclaration" && one["kind"] === "var")
      for (const { id } of one["declarations"] as Node[])
        for (const name of namesIn(id as Node)) variables.add(name);
    childrenOf(one).forEach(visit);
  };
  visit(body);
  return !names.some((name) => variables.has(name));
}

function readsThis(node: Node): boolean {
  if (node.type === "ThisExpression") return true;
  return childrenOf(node).some((child) => {
    const hasItsOwn =
      child.type === "FunctionDeclaration" ||
      child.type === "FunctionExpression" ||
      child.type === "ClassBody";
    return !hasItsOwn && readsThis(child);
  });
}

/** Whether a function that is neither async nor a generator may answer later: by what it gives back, or by a function it got. */
function mayBeAsynchronous(node: Node): boolean {
  const body = node["body"] as Node;
  if (body.type !== "BlockStatement") return mayBePromise(body);
  if (returnsOf(body).some(({ argument }) => mayBePromise(argument as Node))) return true;
  const parameters = new Set(
    (node["params"] as Node[]).flatMap((one) => (one.type === "Identifier" ? [one["name"]] : [])),
  );
  const names = (one: Node): boolean =>
    (one.type === "Identifier" && parameters.has(one["name"])) || childrenOf(one).some(names);
  const usesOne = (one: Node): boolean => {
    if (one.type === "CallExpression" || one.type === "NewExpression") {
      const callee = one["callee"] as Node;
      const called = callee.type === "MemberExpression" ? (callee["object"] as Node) : callee;
      if (called.type === "Identifier" && parameters.has(called["name"])) return true;
      if ((one["arguments"] as Node[]).some((given) => isFunction(given) || names(given))) return true;
    }
    return childrenOf(one).some(usesOne);
  };
  return usesOne(body);
}

function mayBePromise(node: Node): boolean {
  switch (node.type) {
    case "CallExpression":
    case "NewExpression":
    case "ChainExpression":
    case "Identifier":
    case "MemberExpression":
    case "TaggedTemplateExpression":
      return true;
    case "ConditionalExpression":
      return mayBePromise(node["consequent"] as Node) || mayBePromise(node["alternate"] as Node);
    case "LogicalExpression":
    case "AssignmentExpression":
      return mayBePromise(node["right"] as Node);
    case "SequenceExpression":
      return mayBePromise((node["expressions"] as Node[]).at(-1)!);
    case "TSAsExpression":
    case "TSNonNullExpression":
      return mayBePromise(node["expression"] as Node);
    default:
      return false;
  }
}

/** What module systems put around a file before the engine reads it: one function, which is called with what the module needs. */
function wrapperOf({ body }: Node): Node | null {
  const statements = (body as Node[]).filter(({ directive }) => typeof directive !== "string");
  const [only, ...more] = statements;
  if (only?.type !== "ExpressionStatement" || more.length > 0) return null;
  const expression = only["expression"] as Node;
  const inner =
    expression.type === "ObjectExpression" ? (expression["properties"] as Node[])[0]?.["value"] : expression;
  return isNode(inner) && isFunction(inner) && (inner["body"] as Node).type === "BlockStatement"
    ? inner
    : null;
}

/** The block that a file's own statements are in, where blocks stand in each other. */
function innermostBlock(block: Node): Node {
  const [only, ...more] = block["body"] as Node[];
  return more.length === 0 && only?.type === "BlockStatement" ? innermostBlock(only) : block;
}
