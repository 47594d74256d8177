"use strict";

/** The data layer in thunks: every I/O method returns a function that takes a node-style callback. */
module.exports = require("./create")(
  (method) =>
    function (...given) {
      return (callback) => method.call(this, ...given, callback);
    }
);
