"use strict";

/** The data layer as it is: every I/O method takes a node-style callback last. */
module.exports = require("./create")((method) => method);
