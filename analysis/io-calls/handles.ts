import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { isDot } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

/** What connects to a database, as it is mostly called, and a database. */
const CONNECTION = /^#?\w*(?:[cC]lient|[cC]onn|[cC]onnection|[mM]ongo|[mM]ongoose|[cC]luster)_?$/;
const DATABASE =
  /^(?:[_#]*(?:db|database|firestore)|#?\w*(?:Db|DB|Database|Firestore|[cC]onn|[cC]onnection))_?$/;
const MANAGER =
  /^(?:[_#]*(?:em|orm)|#?\w*(?:[mM]anager|[dD]ata[sS]ource|[cC]onn|[cC]onnection|[tT]ransaction|[qQ]ueryRunner))$/;
const STORAGE = /^(?:[_#]*(?:gcs|admin)|#?\w*[sS]torage)$/;
const MODELS = /^(?:[_#]*(?:mongoose|sequelize)|#?\w*(?:[cC]onn|[cC]onnection))$/;
const LOGGER = /^(?:[_#]*log|#?\w*[lL]ogger)$/;

/**
 * What clients are asked for a part of them, which they hand out without asking anybody: `client.db("shop")`, and on what that is
 * asked. The drivers of MongoDB, Firestore and Cloud Storage, TypeORM, Mongoose, pino.
 */
const HANDLES: ReadonlyMap<string, RegExp> = new Map([
  ["db", CONNECTION],
  ["useDb", CONNECTION],
  ["collection", DATABASE],
  ["doc", DATABASE],
  ["getRepository", MANAGER],
  ["getTreeRepository", MANAGER],
  ["getMongoRepository", MANAGER],
  ["bucket", STORAGE],
  ["file", /^#?\w*[bB]ucket$/],
  ["model", MODELS],
  ["child", LOGGER],
]);

/** What the handles hand out in their turn: `db.collection("users").doc(id)`. */
const OF_HANDLES: ReadonlyMap<string, RegExp> = new Map([
  ["collection", /^(?:db|useDb|database|doc|connect|getDb|getFirestore|firestore)$/],
  ["doc", /^(?:collection|doc|getFirestore|firestore)$/],
  ["file", /^bucket$/],
  ["bucket", /^(?:getStorage|storage)$/],
  ["db", /^(?:connect|getClient)$/],
]);

/** Whether a call only hands out a part of a client, which asks nobody before it is used itself. */
export function givesHandle(view: FileView, { constructs, start, nameToken }: Call): boolean {
  if (constructs || nameToken - 2 < start || !isDot(view.atoms[nameToken - 1]!)) return false;
  const name = textAt(view, nameToken);
  const receivers = HANDLES.get(name);
  if (receivers === undefined) return false;
  const receiver = nameToken - 2;
  if (isName(view, receiver)) return receivers.test(textAt(view, receiver));
  const open = openOf(view, receiver);
  if (open < 0) return false;
  const isCalled = open > start && isName(view, open - 1);
  if (isCalled) return OF_HANDLES.get(name)?.test(textAt(view, open - 1)) === true;
  // `(await clientPromise).db("shop")`
  return isName(view, receiver - 1) && receivers.test(textAt(view, receiver - 1).replace(/Promise$/, ""));
}

const ofMongo = new WeakMap<FileView, boolean>();

/** The same of a call that is waited for, as people do who are not sure, in a file that imports MongoDB's driver. */
export function givesHandleOfMongo(view: FileView, call: Call): boolean {
  if (!givesHandle(view, call) || !/^(?:db|collection)$/.test(textAt(view, call.nameToken))) return false;
  const known = ofMongo.get(view) ?? [...view.names.values()].some((path) => /^mongodb(?:\.|$)/.test(path));
  ofMongo.set(view, known);
  return known;
}

function isName(view: FileView, token: number): boolean {
  const kind = view.tokens.kinds[token]!;
  return kind <= TokenKind.Keyword || kind === TokenKind.PrivateName;
}

/** Where the parentheses open that end at a token; -1 where none do. */
function openOf(view: FileView, close: number): number {
  return view.atoms[close] === Atom.CloseParenthesis ? view.tokens.match[close]! : -1;
}
