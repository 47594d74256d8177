"use strict";

const Promise = require("promise");

/** The data layer in promises of the package promise: every I/O method returns one. */
module.exports = require("./create")((method) => Promise.denodeify(method));
