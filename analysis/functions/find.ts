import type { Language } from "../model.ts";
import type { TokenList } from "../lexer/tokens.ts";
import { arrow, functionLike, functionRest } from "./bodies.ts";
import { matchBrackets, type GroupEnds, type LoneBracket } from "./brackets.ts";
import { assignment, expressions } from "./expressions.ts";
import { CallList } from "./call-list.ts";
import type { TokenSpan } from "./found.ts";
import { FunctionList, type FunctionRecord } from "./function-list.ts";
import { jsxElement } from "./jsx.ts";
import { classLike, objectLiteral } from "./members.ts";
import { operand } from "./operands.ts";
import { ReturnList } from "./return-list.ts";
import type { Rules, Scan } from "./scan.ts";
import { statements } from "./statements.ts";
import { TargetList } from "./target-list.ts";
import { TypeEnds } from "./type-ends.ts";

/** A file's functions and calls, and what was needed to find them. Both lists are in source order. */
export interface Skeleton {
  readonly tokens: TokenList;
  /** Of each token its {@link "./atoms.ts".Atom}; as valid as the tokens. */
  readonly atoms: Uint8Array;
  readonly ends: GroupEnds;
  readonly functions: readonly FunctionRecord[];
  /** The same functions, as columns. */
  readonly functionList: FunctionList;
  readonly calls: CallList;
  readonly returns: ReturnList;
  /** The `=` of each declaration whose value begins with a member of something: `const a = b.c`. */
  readonly memberValues: readonly number[];
  readonly imports: readonly TokenSpan[];
  readonly exports: readonly TokenSpan[];
  readonly loneBrackets: readonly LoneBracket[];
  /** Whether the text nests too deeply for all of it to be read. */
  readonly isTooDeep: boolean;
  /** Steps taken in types, which may be looked at more than once; for whoever wants to know whether that is linear. */
  readonly typeSteps: number;
}

const RULES: Rules = {
  statements,
  assignment,
  expressions,
  operand,
  objectLiteral,
  classLike,
  functionRest,
  functionLike,
  arrow,
  jsxElement,
};

// Kept from text to text, as the lexer keeps its columns.
const targets = new TargetList();
const functions = new FunctionList(targets);
const calls = new CallList(targets);
const returns = new ReturnList();

/**
 * Walks the tokens once, statement by statement, with the matched brackets as bounds: whatever does not fit within
 * brackets does no harm outside them. Builds no tree and never throws. As the tokens, what it finds is valid until the
 * next call.
 */
export function findFunctions(tokens: TokenList, language: Language): Skeleton {
  targets.begin();
  functions.length = 0;
  calls.begin(tokens.keys);
  returns.length = 0;
  const { codes: atoms } = tokens;
  const { ends, lone } = matchBrackets(tokens, atoms);
  const scan: Scan = {
    tokens,
    atoms,
    ends,
    typed: tokens.hasTypes,
    flow: tokens.hasFlow,
    jsx: language !== "ts",
    rules: RULES,
    typeEnds: new TypeEnds(),
    at: 0,
    plainTo: 0,
    owner: -1,
    block: 0,
    conditional: false,
    functions,
    calls,
    targets,
    returns,
    memberValues: [],
    imports: [],
    exports: [],
  };
  let isTooDeep = false;
  try {
    statements(scan, tokens.count);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    isTooDeep = true;
    closeOpenFunctions(scan);
  }
  const { memberValues, imports, exports } = scan;
  return {
    tokens,
    atoms,
    ends,
    functions: functions.toArray(),
    functionList: functions,
    calls,
    returns,
    memberValues,
    imports,
    exports,
    loneBrackets: lone,
    isTooDeep,
    typeSteps: scan.typeEnds.steps,
  };
}

/** Functions whose end had not been reached when the walk ended are left out with what is in them. */
function closeOpenFunctions(scan: Scan): void {
  const firstOpen = scan.functions.firstOpen();
  if (firstOpen < 0) return;
  scan.functions.length = firstOpen;
  const start = scan.calls.owners.subarray(0, scan.calls.length).findIndex((owner) => owner >= firstOpen);
  if (start >= 0) scan.calls.cut(start);
}
