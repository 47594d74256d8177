"use strict";

const Promise = require("bluebird");

/** The data layer in Bluebird promises: every I/O method returns one. */
module.exports = require("./create")((method) => Promise.promisify(method));
