"use strict";

const deferred = require("deferred");

/** The data layer in promises of the package deferred: every I/O method returns one. */
module.exports = require("./create")((method) => deferred.promisify(method));
