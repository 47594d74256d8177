import { importedBy } from "../imports/imported-functions.ts";
import { keepsOrSends, makesFunctions, wrapsFunctions } from "../io-calls/given-functions.ts";
import { Word } from "../functions/atoms.ts";
import type { Call, FoundFunction } from "../functions/found.ts";
import { isText, tokenText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { takesPlainFunctions } from "./callback-names.ts";
import { calledMethod } from "./called-method.ts";
import { argumentsOf, calleePath, chainAt, isDot, nameStart } from "./chains.ts";
import { textAt, type FileView } from "./file-view.ts";
import { onlyRuns } from "./job-runners.ts";
import { functionWithParameter, parameterNames, REQUEST } from "./parameter-names.ts";
import { returnStarts } from "./returns.ts";

/** Whether the operand that starts at a token is a promise, whatever the functions do to which it gives something. */
export type IsPromise = (view: FileView, start: number) => boolean;

/** What runs a function within something that it opens before, and closes after that. */
const RUNS_WITHIN =
  /^\$?(?:(?:with|in|run|runIn|use|do)?Transaction|transaction|with(?:Session|Connection|Client|Lock))$/;

/**
 * Whether a call gives a promise since it is given one, or an asynchronous function, and waits for that: `cached(key, async () => …)`,
 * `withTimeout(fs.readFile(id))`. What it calls tells so where it is of the same file, or of another that was read: it has to be
 * asynchronous itself. Of any other, only what it is given and its name can tell.
 */
export function handsOnPromise(view: FileView, call: Call, isPromise: IsPromise): boolean {
  if (call.nameToken < 0 || call.constructs || isDot(view.atoms[call.end]!)) return false;
  const given = givenAsync(view, call);
  if (given === undefined && !isGivenPromise(view, call, isPromise)) return false;
  const start = nameStart(view, call);
  const isBare = call.nameToken === start;
  const name = textAt(view, call.nameToken);
  if (isBare && functionWithParameter(view, call.owner, name) >= 0) return false;
  const called = isBare ? view.functionNamed.within(name, call.owner) : calledMethod(view, call);
  if (called !== undefined) {
    const { parent } = view.functions[called]!;
    return (!isBare || isAround(view, parent, call.owner)) && answersLater(view, called, isPromise);
  }
  const answer = importedBy(view).answerOf(call);
  if (answer !== undefined) return answer === "later";
  if (given !== undefined) return waitsByName(view, call, given) || waitsAsFarAsSeen(view, call, given);
  return isBare && !/^(?:[A-Z]|from|to$)|Observable/.test(name) && !doesOtherwise(name);
}

/** Whether a function of the file is asynchronous by its own text. */
function answersLater(view: FileView, index: number, isPromise: IsPromise): boolean {
  const { isAsync, isGenerator } = view.functions[index]!;
  if (isAsync || isGenerator) return !isGenerator;
  return returnStarts(view, index).some((start) => isPromise(view, start));
}

/** Index of the asynchronous function that stands in the arguments of a call. */
function givenAsync(view: FileView, { open, end }: Call): number | undefined {
  const { functionList } = view;
  for (
    let index = functionList.firstFrom(open);
    index < functionList.length && functionList.starts[index]! < end;
    index = functionList.firstFrom(functionList.ends[index]!)
  ) {
    const found = view.functions[index]!;
    const isGiven = found.argumentOf >= 0 && view.calls.opens[found.argumentOf] === open;
    if (isGiven && found.isAsync && !found.isGenerator) return index;
  }
  return undefined;
}

/** Whether one of a call's arguments is a call that gives a promise. */
function isGivenPromise(view: FileView, call: Call, isPromise: IsPromise): boolean {
  return argumentsOf(view, call).some(({ start, end }) => {
    const chain = chainAt(view, start);
    const last = chain.at(-1);
    if (last?.end !== end) return false;
    if (isPromise(view, start)) return true;
    if (chain.length > 1 || last.constructs) return false;
    if (givesPromiseByName(view, last) || importedBy(view).answerOf(last) === "later") return true;
    const isBare = last.nameToken === start;
    const called = isBare
      ? view.functionNamed.within(textAt(view, start), last.owner)
      : calledMethod(view, last);
    if (called === undefined || (isBare && functionWithParameter(view, last.owner, textAt(view, start)) >= 0))
      return false;
    return answersLater(view, called, isPromise);
  });
}

/** Modules whose functions give promises, and what clients are mostly called. */
export const GIVES_PROMISES =
  /^(?:promises|fs\.promises|dns\.promises|axios|got|ky|superagent|needle)(?:\.|$)/;

/** Whether what a call gives is a promise, by the module or the function that it is of: `got(url)`, `fs.promises.stat(path)`, `fetch(url)`. */
export function givesPromiseByName(view: FileView, call: Call): boolean {
  const path = calleePath(view, call);
  return !call.constructs && (GIVES_PROMISES.test(path) || path === "fetch");
}

/** Whether a call by its name waits for a function that it is given: it runs it again, when its turn has come, or within something. */
function waitsByName(view: FileView, { start, nameToken, open }: Call, given: number): boolean {
  const name = textAt(view, nameToken);
  const { functions } = view;
  if (RUNS_WITHIN.test(name)) return true;
  const receiver = nameToken - 2 >= start ? textAt(view, nameToken - 2) : "";
  return onlyRuns(
    name,
    receiver,
    functions[given]!.start === open + 1,
    parameterNames(view, functions[given]!),
  );
}

/**
 * Whether a call waits for a function that it is given as far as that tells: it is there for what the function around it was asked
 * for, and answers with a value, or waits for an operation of what it is given: `(client) => { await client.query(sql, id); }`. Where
 * functions are made or kept, they mostly are so once, whatever was asked for; a handler of requests does all that, too.
 */
function waitsAsFarAsSeen(view: FileView, { nameToken, open, end, owner }: Call, given: number): boolean {
  const name = textAt(view, nameToken);
  const found = view.functions[given]!;
  const [first = ""] = parameterNames(view, found);
  if (/^[A-Z]/.test(name) || REQUEST.test(first) || isRoute(view, open + 1)) return false;
  if (!usesParameter(view, owner, open, end)) return false;
  if (name === "use") return awaitsOperationOf(view, found, first);
  if (doesOtherwise(name)) return false;
  const hasValue = found.hasExpressionBody || returnStarts(view, given).length > 0;
  return hasValue || awaitsOperationOf(view, found, first);
}

/** Whether what stands between two tokens names a parameter of a function. */
function usesParameter(
  { functions, tokens, atoms }: FileView,
  owner: number,
  from: number,
  to: number,
): boolean {
  if (owner < 0) return false;
  const { start, end } = functions[owner]!.parameters;
  const isIdentifier = (token: number): boolean =>
    tokens.kinds[token] === TokenKind.Identifier && !isDot(atoms[token - 1]!);
  const names = new Set<string>();
  for (let token = start; token < end; token++) if (isIdentifier(token)) names.add(tokenText(tokens, token));
  for (let token = from; token < to; token++)
    if (isIdentifier(token) && names.has(tokenText(tokens, token))) return true;
  return false;
}

/** Whether an operation keeps a function that it is given, sends it elsewhere, calls it for each item, or makes another one of it. */
function doesOtherwise(name: string): boolean {
  return takesPlainFunctions(name) || keepsOrSends(name) || makesFunctions(name) || wrapsFunctions(name);
}

/** `"/users/:id"` */
function isRoute({ tokens }: FileView, token: number): boolean {
  const { kinds, starts, text } = tokens;
  const isString = kinds[token] === TokenKind.String || kinds[token] === TokenKind.Template;
  return isString && text[starts[token]! + 1] === "/";
}

function awaitsOperationOf({ atoms, tokens }: FileView, { body }: FoundFunction, name: string): boolean {
  if (name === "") return false;
  for (let token = body.start; token < body.end; token++)
    if (atoms[token] === Word.await && isDot(atoms[token + 2]!) && isText(tokens, token + 1, name))
      return true;
  return false;
}

/** Whether a function, or the file as -1, is another one or around it. */
function isAround(view: FileView, around: number, inner: number): boolean {
  let index = inner;
  while (index > around) index = view.functions[index]!.parent;
  return index === around;
}
