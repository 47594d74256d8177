/** Names of what goes on from page to page: absent, so that loops over pages end. */
export const PAGING =
  /^(has_?(?:[mM]ore|[nN]ext(?:_?[pP]age)?)|isTruncated|next(Token|Page|PageToken|Cursor|Link|Url)?|[nN]ext\w*(Token|Marker|Cursor)|LastEvaluatedKey|cursor|continuationToken|endCursor)$/;

/** Names that say of a page that it is the last one. */
export const LAST_PAGE = /^is_?[lL]ast(?:_?[pP]age)?$/;

/** Names that say that something is over, or that nothing is to be done, which is not so while all goes well. */
const OVER =
  /^_?(?:is|was|has|has_been|hasBeen)?_?(?:abort(?:ed|ing)|cancell?ed|clos(?:ed|ing)|destroy(?:ed|ing)|disconnect(?:ed|ing)|disposed|dry[-_]?run|ended|ending|errored|expired|failed|finished|killed|released|shutdown|shutting_?[dD]own|stopp(?:ed|ing)|terminat(?:ed|ing)|torn_?[dD]own)$/i;

/** Whether what goes by a name says that something is over, or that nothing is to be done. */
export function isOver(name: string): boolean {
  return OVER.test(name);
}

/** What makes a part of a query where it is given to another operation: `db.raw("now()")`. */
const PART_OF_QUERY = /^(?:raw|ref|literal|col|cast|fn|sql|expr|param|identifier)$/;

/** Whether an operation of that name makes a part of a query. */
export function isPartOfQuery(name: string): boolean {
  return PART_OF_QUERY.test(name);
}

/** Methods that a list has and that take a function: run over one element, now. */
export const LIST_METHODS = new Set([
  "map",
  "forEach",
  "filter",
  "find",
  "findIndex",
  "some",
  "every",
  "flatMap",
  "reduce",
  "reduceRight",
  "sort",
]);

/** Names that listen to an event. */
export const LISTENING = new Set(["on", "once", "addListener", "addEventListener", "prependListener"]);
/** Names that stop to listen: what they are given is not called. */
export const UNLISTENING = new Set([
  "off",
  "removeListener",
  "removeEventListener",
  "unsubscribe",
  "unlisten",
]);
/** Events that come once all is well. */
export const EVENTS_THAT_COME = new Set([
  "data",
  "end",
  "finish",
  "close",
  "ready",
  "open",
  "connect",
  "response",
  "message",
  "exit",
  "readable",
  "done",
  "spawn",
  "listening",
  "connected",
  "secureConnect",
  "drain",
  "result",
  "success",
  "complete",
  "load",
  "loaded",
  "online",
]);

/** The last names of what stays open, by what it is or by what opened it. */
const STAYS_OPEN =
  /(?:^ws|^db|open|conn(?:ect(?:ion|ed|or)?)?|client|channel|socket|session|pool|server|broker|producer|consumer|publisher|subscriber|subscription|listener|cluster|database|redis|mongo(?:ose)?|amqp|nats|kafka|mqtt|transport|peer|link)s?$/i;
/** Of what handlers of requests are given: there is an end to what is read of it, and its closing tells of the other side. */
const OF_HANDLERS = /(?:^|_)(?:req|res|request|response|reply)$/i;

/**
 * Whether an event is the end of what stays open until somebody closes it, such as `close` of a connection: no answer to
 * what the function asked for.
 *
 * @param emitter The fake's name: `amqp.connect.item`, `new pg.Pool()`, `conn`.
 */
export function isEndOfOpen(emitter: string, event: string): boolean {
  const name =
    /(?<![\p{ID_Continue}$#])([\p{ID_Continue}$#]+)(?:\(\)|\.item|\[0\])*$/u.exec(emitter)?.[1] ?? "";
  if (event === "close") return STAYS_OPEN.test(name) || OF_HANDLERS.test(name);
  return event === "end" && STAYS_OPEN.test(name);
}

/** Events of what goes wrong or is given up. */
export const BAD_EVENTS = /^(?:error|abort|aborted|cancel|cancelled|timeout|failed|failure)$/i;
