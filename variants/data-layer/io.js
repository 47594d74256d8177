"use strict";

/** Milliseconds that an I/O operation takes where nobody has put another clock in place. */
const LATENCY_MILLISECONDS = 1;

/**
 * The one way through which every fake I/O operation of the data layer is answered.
 *
 * Whoever measures puts `{ call(expression, value, callback) }` into `global.__asyncCostIo`; it is looked up at
 * each call, so it can be exchanged between calls, and it may delay, count, or fail the operation. Without it
 * a plain timer answers.
 *
 * @param {string} expression the operation as its caller writes it, without arguments: `blob.put`
 * @param {unknown} value what the operation delivers when it succeeds
 * @param {(error: Error | null, value?: unknown) => void} callback
 */
module.exports = function io(expression, value, callback) {
  const hook = global.__asyncCostIo;
  if (hook) hook.call(expression, value, callback);
  else setTimeout(callback, LATENCY_MILLISECONDS, null, value);
};
