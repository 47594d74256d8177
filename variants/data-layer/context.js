"use strict";

/**
 * A place in which an operation waits with its callback and the context that goes with it. Its one function is made
 * with it and serves one operation after the other, so that no call of the data layer makes a closure in the long run.
 */
class Waiting {
  constructor() {
    this.callback = null;
    this.context = null;
    this.answer = (error, value) => {
      const { callback, context } = this;
      this.callback = null;
      this.context = null;
      free.push(this);
      callback.call(context, error, value);
    };
  }
}

const free = [];

function waitingFor(callback, context) {
  const waiting = free.pop() || new Waiting();
  waiting.callback = callback;
  waiting.context = context;
  return waiting.answer;
}

/**
 * The data layer over timers that pass a context: every I/O method takes a node-style callback and, behind it, what
 * `this` is in it.
 */
module.exports = require("./create")((method) => {
  switch (method.length) {
    case 1:
      return function (callback, context) {
        method.call(this, waitingFor(callback, context));
      };
    case 2:
      return function (first, callback, context) {
        method.call(this, first, waitingFor(callback, context));
      };
    default:
      throw new RangeError(`${method.name} has ${method.length} parameters; 1 or 2 can be passed on`);
  }
});
