"use strict";

const Q = require("q");

/** The data layer in Q promises: every I/O method returns one. */
module.exports = require("./create")(
  (method) =>
    function (...given) {
      return Q.nfapply(method.bind(this), given);
    }
);
