"use strict";

const { Observable } = require("rx");

/** The data layer in observables of Rx 4: what an I/O method returns asks each time that it is subscribed to. */
module.exports = require("./create")(
  (method) =>
    function (...given) {
      return Observable.defer(() => Observable.fromNodeCallback(method, this)(...given));
    }
);
