/** Names by which a parameter says that it is a node-style callback. */
const CALLBACK =
  /^_?(?:cb|cbk|cback|clbk|clb|callb|callbk|callback|callBack|done|next|finish|finished|complete|completed|on(?:Done|Complete|Finish|End))\d*_?$|(?:Callback|Cb|Done)$/;

/** Names by which a parameter may be one, if it is used as one. */
const FUNCTION = /^(?:fn|f|func|cont|k|resume|then|end|ready|final|handler|after\w*|finally\w*)$/;

/** Parameters that are called with errors and are no callbacks. */
const ERROR_SINK =
  /^(?:reject|fail|onerror|on_?err\w*|throw\w*|emit|log|print|warn|report|assert\w*|resolve)$/i;

const ERROR = /^_?(?:e|er|err|error|ex|exc|exception|_?err\w*|\w*(?:Err|Error))$/;

/** Callees that take functions and call them at once, or keep them for events: not to be waited for. */
const TAKES_PLAIN_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    "forEach map filter reduce reduceRight some every find findIndex findLast findLastIndex flatMap " +
    "sort toSorted sortBy groupBy keyBy from replace replaceAll on once off addListener " +
    "prependListener removeListener addEventListener removeEventListener subscribe unsubscribe push " +
    "unshift set add has delete includes indexOf bind nextTick setImmediate setTimeout setInterval " +
    "queueMicrotask clearTimeout requestAnimationFrame requestIdleCallback require String Boolean " +
    "isFunction log error warn info debug defineProperty defineProperties assign extend freeze each " +
    "forOwn forIn times useEffect useMemo useCallback useState useLayoutEffect describe it test " +
    "before beforeEach after afterEach equal deepEqual ok throws assert"
  ).split(" "),
);

/** Whether a name alone makes one expect a node-style callback. */
export function isCallbackName(name: string): boolean {
  return CALLBACK.test(name);
}

/** For each pair of ASCII letters, of either case, 1 where {@link isCallbackName} or {@link isFunctionName} may hold for a name with that end. */
const IS_END = new Uint8Array(1024);
for (const pair of ["cb", "lb", "bk", "ck", "ne", "te", "ed", "nd", "xt", "sh", "fn", "nc"])
  IS_END[pairOf(pair.charCodeAt(0), pair.charCodeAt(1))] = 1;
const END_OF_DIGITS = 0x3a;
const UNDERSCORE = 0x5f;

/**
 * Whether a name that ends before an offset of a text's bytes, one a code unit, may be one of those for which
 * {@link isCallbackName} or {@link isFunctionName} holds, by its last letters.
 */
export function mayEndCallbackName(bytes: Uint8Array, end: number): boolean {
  const last = bytes[end - 1]!;
  return last < END_OF_DIGITS || last === UNDERSCORE || IS_END[pairOf(bytes[end - 2]!, last)] === 1;
}

function pairOf(before: number, last: number): number {
  return ((before & 31) << 5) | (last & 31);
}

/** Whether a name allows for a node-style callback. */
export function mayBeCallbackName(name: string): boolean {
  return CALLBACK.test(name) || FUNCTION.test(name);
}

/** Whether a name says of what it stands for only that it is a function. */
export function isFunctionName(name: string): boolean {
  return name === "fn" || name === "func";
}

/** Whether a parameter of that name takes errors without being a callback. */
export function isErrorSinkName(name: string): boolean {
  return ERROR_SINK.test(name);
}

/** Whether a name is one that errors get. */
export function isErrorName(name: string): boolean {
  return ERROR.test(name);
}

/** What a function is given beside an item of what is gone through: `errors.forEach((error, index) => …)`. */
const PLACE = /^(?:_+|i|j|k|n|idx|index|key|pos(?:ition)?|(?:all|list|arr|array|map|set)\w*)$/i;

/** Whether a parameter of that name stands for the place of an item, or for all of them. */
export function isPlaceName(name: string): boolean {
  return PLACE.test(name);
}

/** Whether a callee of that name takes functions without answering through them later. */
export function takesPlainFunctions(name: string): boolean {
  return TAKES_PLAIN_FUNCTIONS.has(name) || /^(?:forEach|visit|traverse)(?:[A-Z_]|$)/.test(name);
}
