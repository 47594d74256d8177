import { eachBinding } from "../patterns/bindings.ts";
import { Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { isCallbackName, isErrorName } from "../patterns/callback-names.ts";
import { provenCallback } from "../patterns/callbacks.ts";
import { argumentsOf, calleePath, chainAt } from "../patterns/chains.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";
import { GIVES_PROMISES } from "../patterns/hands-on.ts";
import { functionWithParameter, parameterNames } from "../patterns/parameter-names.ts";
import { isHeldCollection } from "./collections.ts";
import { givesHandle } from "./handles.ts";
import { answerOf } from "../patterns/responses.ts";
import { isExecutor } from "../patterns/promises.ts";

/**
 * Names of what only computes, most of the time: in the packages that we read, one of eight functions so called or fewer
 * is asynchronous.
 */
const COMPUTES =
  /^[_#]*(?:(?:to|as|from|into|normalize|convert|clone|extract|format|escape|unescape|sanitize|parse|build|merge|map|encode|decode|stringify|calculate|compare|group|filter|flatten|concat|pick|omit|strip|trim|cast|unwrap|throw|assert|plainTo|instanceTo|classTo)(?=[A-Z\d_])\w*|(?:format|escape|unescape|sanitize|encode|decode|normalize|unwrap|omit|pick|flatten)|(?:make|create|build|new|wrap|get)\w*(?:Error|Exception))$/;

/** Of them those that are asynchronous more often than not: of cursors, files and images, and what says so itself. */
const ANSWERS_LATER =
  /Async|Promise|Observable|Callback|(?:Limit|Series)$|^[_#]*(?:(?:to|as)_?(?:Array|List|Text|File|Disk|Stream|DataU|Buffer|Blob|P[dn])|from(?:File|Tokenizer|Path|Disk|Stream|U[rR]|Buffer|Blob|Cache|D[bB]|Database|Web|Id$)|(?:parse|extract|convert|build|merge|encode|decode|format)\w*(?:File|Stream|Body|Form|Multipart|Request$|Archive|Image|Video|Audio|P[dD][fF]|Zip|Tar|Project|Site|Bundle|Index$|Branch))/;

/** Names of what tells yes or no, by what it is called or given alone; services are asked with arguments. */
const TELLS = /^[_#]*(?:is|are|should)[A-Z]/;
const IS_OUTSIDE = /(?:File|Dir(?:ectory)?|Installed|Running|Available|Online|Reachable|Taken|InUse|Async)$/;

/** Functions of Node and of libraries that answer at once. */
const ANSWERS_AT_ONCE =
  /^(?:crypto\.(?:create(?:Hash|Hmac|Cipheriv|Decipheriv|Sign|Verify)|randomUUID|randomInt|getRandomValues|timingSafeEqual)|os\.\w+|react\.\w+)$/;
/** `jwt.sign(claims, secret)`: it answers at once unless it is given a callback. */
const SIGNS = /^jsonwebtoken\.(?:sign|verify|decode)$/;
/** What is read off a document that has been got: `doc.data()` of Firestore, `snapshot.val()`; and `doc.get("name")`. */
const READS_DOCUMENT = /^(?:data|val)$/;
const DOCUMENT = /^(?:doc|snap(?:shot)?|\w*(?:Doc|Snap(?:shot)?))$/;
/** Libraries of which functions answer later that have the names of plain ones. */
const ANSWERING_MODULE = /^(?:prettier|jose|papaparse)\./;

/** Sockets: what is sent by one is not waited for; with what is done so. */
const SOCKET = /^(?:#?_?(?:\w*[sS]ocket|ws)|\w*[pP]ort|\w*[wW]orker|window|self|process)$/;
const SENDS =
  /^(?:send|postMessage|write|end|close|terminate|ping|pong|exit|destroy|pause|resume|cork|uncork|setTimeout|setKeepAlive|setNoDelay|ref|unref)$/;

/** The same of streams, some of which tell when they have written or closed. */
const STREAM = /^_?(?:\w*[sS]tream|readable|writable)$/;
const STEERS = /^(?:destroy|pause|resume|cork|uncork|unpipe)$/;

/** What answers a request, by the response it is called on. */
const RESPONSE = /^_?(?:res|response|reply)$/;
const RESPONDS =
  /^(?:code|status|sendStatus|send|sendFile|redirect|header|headers|set|type|end|writeHead|render)$/;
/** What a handler of Hono and its like is given, and how that makes a response. */
const CONTEXT = /^_?(?:c|ctx|context)$/;
const MAKES_RESPONSE = /^(?:json|text|html|body|redirect|newResponse|notFound)$/;
/** Functions of frameworks that make a response or a result. */
const MAKES_RESULT =
  /^(?:redirect|notFound|fail|error|err|ok|success|failure|left|right|some|none|(?:reject|fulfill)WithValue)$/;

/**
 * Whether a call that only stands where its value is given back, behind `return` in an asynchronous function, `yield`, or
 * in a handler of success, is one that nothing is waited for, by what it is called by: `done(null, user)`,
 * `reply.code(200).send(user)`, `toDto(user)`, `expect(user).toBe(2)`. What is called by any other name is taken to
 * answer later, as nobody has to write `await` there.
 */
export function isPlainGivenBack(view: FileView, call: Call): boolean {
  const name = textAt(view, call.nameToken);
  const path = calleePath(view, call);
  if (textAt(view, call.start) === "expect") return expects(view, call);
  if (ANSWERS_AT_ONCE.test(path) || SIGNS.test(path) || computes(view, call, name, path)) return true;
  if (call.start === call.nameToken)
    return (
      isNamedLikeClass(name) ||
      MAKES_RESULT.test(name) ||
      tellsStore(view, call, name) ||
      callsBack(view, call, name) ||
      makesJson(view, call) ||
      goesOn(view, call, name)
    );
  const receiver = view.tokens.kinds[call.nameToken - 2]! <= TokenKind.PrivateName ? call.nameToken - 2 : -1;
  const receiverName = receiver < 0 ? "" : textAt(view, receiver);
  if (isOfSocket(view, call) || givesHandle(view, call)) return true;
  if (isHeldCollection(view, call)) return true;
  const isReader = READS_DOCUMENT.test(name) && call.end === call.open + 2;
  if (isReader && !CLIENT.test(receiverName) && !OF_PROJECT.test(receiverName)) return true;
  if (name === "get" && DOCUMENT.test(receiverName))
    return view.tokens.kinds[call.open + 1] === TokenKind.String;
  return responds(view, call);
}

/** Whether a call is of a socket, a stream or the like, and one that nothing waits for: `this.socket.destroy()`. A thread answers when it has ended. */
export function isOfSocket(view: FileView, call: Call): boolean {
  const receiver = receiverOf(view, call);
  const name = textAt(view, call.nameToken);
  if (STEERS.test(name) && STREAM.test(receiver)) return true;
  if (!SENDS.test(name) || !SOCKET.test(receiver)) return false;
  return name !== "terminate" || !/[wW]orker$/.test(receiver);
}

/** `Ok(user)`, `Number(id)`; `GetUser(id)` is of those who begin the names of all functions so. */
function isNamedLikeClass(name: string): boolean {
  return (
    /^[A-Z]/.test(name) &&
    !/^(?:Get|Fetch|Load|Find|Query|Read|Send|Save|Create|Update|Delete|Insert|Upsert|Remove)[A-Z]/.test(name)
  );
}

/** What operations are called that are known to answer later. */
const READS_OR_WRITES =
  /^[_#]*(?:fetch|load|read|query|request|download|retrieve|find|search|scrape|crawl|poll|receive|send|save|write|upload|insert|update|delete|exec(?:ute)?|run|publish)(?=[A-Z\d_]|$)/;

/** What clients and what stands before a database are mostly called. */
const CLIENT =
  /^(?:[_#]*(?:redis|db|database|client|pool|conn|connection|knex|prisma|sql|http|axios|got|ky|api[A-Z]?\w*|s3)|#?\w*(?:[cC]lient|[rR]epo|[rR]epository|Dao|DAO|Api|API|Db|DB))$/;

/**
 * Whether a call behind `yield` in an asynchronous generator, which waits for what it yields, is one that answers later
 * as far as its name tells, or what it is called on: `yield load(id)`, `yield redis.get(key)`. Most of what such generators
 * yield are values: `yield transform(row)`.
 */
export function isWaitedForAsItem(view: FileView, call: Call): boolean {
  const { nameToken, start } = call;
  if (nameToken < 0) return false;
  if (READS_OR_WRITES.test(textAt(view, nameToken)) || GIVES_PROMISES.test(calleePath(view, call)))
    return true;
  return nameToken - 2 >= start && CLIENT.test(textAt(view, nameToken - 2));
}

/** Services and models of a project by their names; lists, sets and maps may be called so, too. */
const OF_PROJECT = /(?:[sS]ervice|[mM]odel|[rR]epository|[cC]ollection)$/;
/** Operations that lists, maps and texts have as well, by what has them otherwise: a client, a queue of jobs, all of a project. */
const OF_CLIENT = /^(?:find|add|set|delete)$/;
const OF_QUEUE = /^add$/;
/** What runs the functions that it is given when their turn comes, and tells when they are done. */
const RUNS_JOBS = /(?:[qQ]ueue|[lL]imit(?:er)?|[pP]ool|[tT]hrottle|[sS]emaphore|[mM]utex|[sS]cheduler)_?$/;
const OF_PROJECTS = /^find$/;

/** The last name before a method's: `users` of `this.users.find(…)`; "" where there is something else. */
function receiverOf(view: FileView, { nameToken, start }: Call): string {
  const isName = nameToken - 2 >= start && view.tokens.kinds[nameToken - 2]! <= TokenKind.PrivateName;
  return isName ? textAt(view, nameToken - 2) : "";
}

/** Whether a method is one of a client, a queue or a service of the project, by what that is called. */
export function isCalledOnClient(view: FileView, call: Call): boolean {
  const receiver = receiverOf(view, call);
  return CLIENT.test(receiver) || OF_PROJECT.test(receiver) || isOfClient(view, call);
}

/**
 * Whether a call is one of a database, a queue or a service though its name is one of lists' and maps' methods:
 * `User.find({ active })`, `mailQueue.add(job)`, `redis.set(key, value)`.
 */
export function isOfClient(view: FileView, call: Call): boolean {
  const { nameToken, start, open } = call;
  const name = textAt(view, nameToken);
  if (nameToken - 2 < start || !OF_CLIENT.test(name)) return false;
  const receiver = receiverOf(view, call);
  if (argumentsOf(view, call).some((one) => functionStartingAt(view, one.start) !== undefined))
    return OF_QUEUE.test(name) && RUNS_JOBS.test(receiver);
  if (CLIENT.test(receiver) || asksForPath(view, open + 1)) return true;
  if (/[qQ]ueue$/.test(receiver) && OF_QUEUE.test(name)) return true;
  if (OF_PROJECT.test(receiver) && OF_PROJECTS.test(name)) return true;
  return name === "find" && asksStore(view, call);
}

/** What converts or tells, and is called like a class. */
const CONVERTS = /^(?:Boolean|Number|String|Object|Symbol|BigInt)$/;

/** No list is searched by nothing, by an object, or by a class: `manager.find(Product, { where })`. */
function asksStore(view: FileView, call: Call): boolean {
  const given = argumentsOf(view, call);
  const [first] = given;
  if (first === undefined || given.some((one) => textAt(view, one.start) === "{")) return true;
  const name = textAt(view, first.start);
  return first.end === first.start + 1 && /^[A-Z]\w*[a-z]/.test(name) && !CONVERTS.test(name);
}

/** `"/users/1"`, `` `https://…` ``: what is asked for by such is no list's. */
function asksForPath(view: FileView, token: number): boolean {
  const kind = view.tokens.kinds[token]!;
  return (
    (kind === TokenKind.String || kind === TokenKind.Template) &&
    /^["'`](?:\/|https?:)/.test(textAt(view, token))
  );
}

/** Whether a name is one of what only computes, most of the time, or tells yes or no. */
export function isNamedLikePlain(name: string): boolean {
  return TELLS.test(name) || COMPUTES.test(name) || isNamedLikeClass(name);
}

/** What tells or ensures something of what it is given, or asks somebody. */
const ASKS = /^[_#]*(?:(?:is|are|should|can|has|assert)[A-Z])/;

/** Whether a call is of an imported function by whose name it may tell at once or ask a database: `isMember(user.id)`. */
export function asksElsewhere(view: FileView, call: Call): boolean {
  const name = textAt(view, call.nameToken);
  return ASKS.test(name) && view.names.has(name) && isOfProject(view, name);
}

/** The names that stand before the paths of files of the project, where a file imports them. */
const ofProject = new WeakMap<FileView, ReadonlySet<string>>();

/** Whether a name is imported from a file of the project, by a path or an alias of one: libraries tell at once. */
export function isOfProject(view: FileView, name: string): boolean {
  const known = ofProject.get(view) ?? namesOfProject(view);
  ofProject.set(view, known);
  return known.has(name);
}

/** What the path of a file of the project begins with, by its quote: `"./views"`, `"/lib/views"`, `"@/views"`, `"#views"`. */
const PATH_OF_PROJECT = /^["'](?:\.{0,2}\/|[@~#]\/|#)/;

function namesOfProject(view: FileView): Set<string> {
  const names = new Set<string>();
  eachBinding(view, ({ local, quoted }) => {
    if (PATH_OF_PROJECT.test(quoted)) names.add(local);
  });
  return names;
}

function computes(view: FileView, call: Call, name: string, path: string): boolean {
  if (TELLS.test(name)) {
    const isAskedForNothing = call.end === call.open + 2;
    // Of what was got of a file or a folder: `stats.isFile()`.
    if (isAskedForNothing && /^is(?:File|Directory)$/.test(name)) return true;
    const isAskedAlone = call.start === call.nameToken || isAskedForNothing;
    return isAskedAlone && !IS_OUTSIDE.test(name);
  }
  if (!COMPUTES.test(name) || ANSWERS_LATER.test(name) || ANSWERING_MODULE.test(path)) return false;
  return argumentsOf(view, call).every(({ start }) => {
    const index = functionStartingAt(view, start);
    return index === undefined || !view.functions[index]!.isAsync;
  });
}

/** `callback(null, user)`, `done(new Error("no user"))`, wherever it comes from: nobody gets what it gives. */
function callsBack(view: FileView, { open }: Call, name: string): boolean {
  if (!isCallbackName(name)) return false;
  const first = textAt(view, open + 1);
  return first === "null" || first === "new" || isErrorName(first);
}

/** Whether a helper that is given a function lets it settle by a parameter. Plug-ins are given a `resolve` that answers. */
function settles(name: string, names: readonly string[]): boolean {
  if (name === "bail") return true;
  return /^(?:resolve|reject)$/.test(name) && names.includes("resolve") && names.includes("reject");
}

/** `again(error)`, `again(new Error("no user"))`; not of an error that the function around it was given as well. */
function isGivenErrorAlone(view: FileView, call: Call, around: number): boolean {
  const [first, second] = argumentsOf(view, call);
  if (first === undefined || second !== undefined) return false;
  if (first.end === first.start + 1) {
    const name = textAt(view, first.start);
    return isErrorName(name) && functionWithParameter(view, call.owner, name) !== around;
  }
  return view.atoms[first.start] === Word.new && /(?:Error|Exception)$/.test(textAt(view, first.start + 1));
}

/** A parameter that is called to go on or to settle a promise, whose answer nobody gets. */
function goesOn(view: FileView, call: Call, name: string): boolean {
  const around = functionWithParameter(view, call.owner, name);
  if (around < 0) return false;
  const found = view.functions[around]!;
  const names = parameterNames(view, found);
  if (isExecutor(view, found)) return names.indexOf(name) < 2;
  // `retry(async (bail) => …)`: what calls the function gives it that, to be told of errors.
  const isArgument = found.target?.kind === "argument";
  if (isArgument && (settles(name, names) || isGivenErrorAlone(view, call, around))) return true;
  if (name === "next") return goesOnInMiddleware(names, found.isAsync);
  if (provenCallback(view, around) === name) return true;
  return isCallbackName(name) && /^_?(?:done|finish|finished|complete|completed)_?$/.test(name);
}

/** `dispatch({ type: "loaded" })`: a store is told of an action; of one that is called first it may wait for the answer. */
function tellsStore(view: FileView, { open }: Call, name: string): boolean {
  return name === "dispatch" && textAt(view, open + 1) === "{";
}

/** `json({ user })`; what is read of a request is no response. */
function makesJson(view: FileView, { start, open }: Call): boolean {
  return (
    textAt(view, start) === "json" && !/^_?(?:req|request|ctx|res|response)$/.test(textAt(view, open + 1))
  );
}

/**
 * Whether `next` is that of Express, Mongoose or Vue: behind a request and a response, or alone in the asynchronous
 * function itself. That of Koa stands behind a context, and gives a promise for what comes after it.
 */
function goesOnInMiddleware(names: readonly string[], isAsync: boolean): boolean {
  // What Express has for a parameter of a route is given that behind it: `(req, res, next, id)`.
  const answer = answerOf(names);
  if (answer !== undefined && names[names.indexOf(answer) + 1] === "next") return true;
  if (names.at(-1) !== "next") return false;
  if (names.length === 1) return isAsync;
  return names.length > 2 || /^_?(?:socket|err|error|doc|docs)$/.test(names[0]!);
}

/** `reply.code(200).send(user)`, `c.json(user)`: of a parameter. */
function responds(view: FileView, call: Call): boolean {
  const root = textAt(view, call.start);
  const isResponse = RESPONSE.test(root);
  if (!isResponse && !CONTEXT.test(root)) return false;
  const [first] = chainAt(view, call.start);
  if (first?.nameToken !== call.start + 2) return false;
  const isGiven = first.end > first.open + 2;
  const verb = textAt(view, first.nameToken);
  const isAnswer = isResponse
    ? RESPONDS.test(verb) || (verb === "json" && isGiven)
    : MAKES_RESPONSE.test(verb) && (isGiven || verb === "notFound") && first === call;
  return isAnswer && functionWithParameter(view, call.owner, root) >= 0;
}

/** `expect(user).toBe(2)`; what is expected of a promise is waited for. */
function expects(view: FileView, call: Call): boolean {
  for (let token = call.nameToken - 2; token > call.start; token -= 2) {
    if (view.tokens.kinds[token]! > TokenKind.Keyword) return true;
    if (/^(?:resolves|rejects|eventually)$/.test(textAt(view, token))) return false;
  }
  return call.nameToken > call.start;
}
