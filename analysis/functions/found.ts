/** A run of tokens, `end` excluded. */
export interface TokenSpan {
  readonly start: number;
  readonly end: number;
}

/** The key of a property, method or field. */
export interface Key extends TokenSpan {
  /** `[expression]`; the span then has the brackets. */
  readonly computed: boolean;
}

/** Where something stands: in which function, and how many blocks deep in it. */
export interface Place {
  /** Index of the function found around it; -1 at the module's level. */
  readonly owner: number;
  /** Blocks between it and the function's body or the module's top. */
  readonly block: number;
}

/** An object literal or a class, as the holder of methods. */
export interface Holder {
  readonly kind: "object" | "class";
  /** Token of a class's own name; -1 where it has none. */
  readonly nameToken: number;
  /** Whether `nameToken` also binds the name around the class. */
  readonly declared: boolean;
  readonly target: Target | null;
  readonly place: Place;
}

/** What a value goes into, as far as the text around it says. */
export type Target =
  | { readonly kind: "variable"; readonly nameToken: number; readonly place: Place }
  | { readonly kind: "assignment"; readonly left: TokenSpan; readonly place: Place }
  | {
      readonly kind: "member";
      readonly key: Key;
      readonly holder: Holder;
      readonly isStatic: boolean;
      readonly isField: boolean;
    }
  | { readonly kind: "default"; readonly place: Place }
  /** TypeScript's `export = …`. */
  | { readonly kind: "export-equals"; readonly place: Place }
  /** An argument of the call with index `call`. */
  | { readonly kind: "argument"; readonly call: number; readonly position: number };

/** One call in the text. */
export interface Call {
  /** First token of the callee's chain. */
  readonly start: number;
  /** Token of the callee's last name; -1 where it ends otherwise, as in `f()()`. */
  readonly nameToken: number;
  /** Its opening parenthesis. */
  readonly open: number;
  /** One past its last token. */
  readonly end: number;
  /** Whether it is a `new` expression. */
  readonly constructs: boolean;
  /** What the value of its whole chain goes into. */
  readonly result: Target | null;
  /** Index of the function around it; -1 at the module's level. */
  readonly owner: number;
}

/** How a function is written. */
export type FunctionForm = "function" | "arrow" | "method" | "getter" | "setter" | "constructor";

/** One function of the text, of whatever kind. Tokens are given by index. */
export interface FoundFunction {
  /** First token: its first keyword or modifier, or an arrow function's first parameter token. */
  readonly start: number;
  /** One past its last token. */
  readonly end: number;
  readonly form: FunctionForm;
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  /** Whether it is a statement that declares its name. */
  readonly isDeclaration: boolean;
  /** Token of its own name; -1 where it has none (a method's name is its target's key). */
  readonly nameToken: number;
  readonly target: Target | null;
  /** Index of the function it is nested in; -1 at the module's level. */
  readonly parent: number;
  readonly place: Place;
  /** Tokens between the parentheses, or the one parameter of `x => …`. */
  readonly parameters: TokenSpan;
  /** Tokens of the type after `)`, without its colon; empty where there is none. */
  readonly returnType: TokenSpan;
  /** Tokens between the braces, or the expression. */
  readonly body: TokenSpan;
  readonly hasExpressionBody: boolean;
}
