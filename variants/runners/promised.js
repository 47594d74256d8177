"use strict";

const when = require("when");

/** The language once more, for values that are promises: every argument may be one, and every answer is. */
module.exports = {
  /** `value`, once `before` is there. */
  after: (before, value) => when(before, () => value),

  /** `object[name]`; nothing of nothing. */
  get: (object, name) => when(object, (it) => (it ? it[name] : undefined)),

  /** `condition ? yes : no`; what must not begin before it is known is given as a function. */
  ternary: (condition, yes, no) =>
    when(condition, (it) => {
      const chosen = it ? yes : no;
      return typeof chosen === "function" ? chosen() : chosen;
    }),

  /** An object whose properties were promises. */
  object: (properties) => {
    const names = Object.keys(properties);
    return when.all(names.map((name) => properties[name])).then((values) => {
      const object = {};
      names.forEach((name, index) => {
        object[name] = values[index];
      });
      return object;
    });
  },

  /** The object with these properties as well, which may be promises. */
  set: (object, properties) =>
    when(object, (it) => module.exports.object(properties).then((more) => Object.assign(it, more))),

  /** `fn(value)`. */
  call: (fn, value) => when(value, (it) => fn(it)),

  /** `object[name](...given)`; what is given is there already. */
  invoke: (object, name, ...given) => when(object, (it) => it[name](...given)),
};
