"use strict";

const kew = require("kew");

/** The data layer in kew's promises: every I/O method returns one. */
module.exports = require("./create")(
  (method) =>
    function (...given) {
      return kew.bindPromise(method, this, ...given)();
    }
);
