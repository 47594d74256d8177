"use strict";

const Future = require("fibers/future");

/** The data layer in futures: every I/O method returns one, which a fiber waits for. */
module.exports = require("./create")((method) => Future.wrap(method));
