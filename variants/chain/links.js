"use strict";

const io = require("../data-layer/io");

/** An operation that answers before it returns. */
function now(callback) {
  callback(null);
}

/** An operation that answers when its I/O does. */
function later(callback) {
  io("operation", undefined, callback);
}

/**
 * The seven operations of a chain, in the three ways of Polyzos's "Promises/A+ Performance Hits You Should Be Aware
 * Of" (2013): all answer at once, every second one does, none does.
 */
const atOnce = [now, now, now, now, now, now, now];
const alternately = [now, later, now, later, now, later, now];
const byIo = [later, later, later, later, later, later, later];

/**
 * Makes one deferred for each operation, all of them before the first one starts, as that article does.
 *
 * @param {() => { promise: PromiseLike<void>, resolve(): void, reject(error: Error): void }} defer of the library
 * @param {Array<(callback: (error: Error | null) => void) => void>} operations
 * @returns {Array<() => PromiseLike<void>>} functions that start the operation and return the deferred's promise
 */
function links(defer, operations) {
  return operations.map((operation) => {
    const deferred = defer();
    return () => {
      operation((error) => {
        if (error) deferred.reject(error);
        else deferred.resolve();
      });
      return deferred.promise;
    };
  });
}

module.exports = { alternately, atOnce, byIo, links };
