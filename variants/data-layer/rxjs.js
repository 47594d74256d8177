"use strict";

const { defer, bindNodeCallback } = require("rxjs");

/** The data layer in observables of RxJS: what an I/O method returns asks each time that it is subscribed to. */
module.exports = require("./create")(
  (method) =>
    function (...given) {
      return defer(() => bindNodeCallback(method).apply(this, given));
    }
);
