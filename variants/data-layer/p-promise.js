"use strict";

const P = require("p-promise");

/** The data layer in p-promise's promises: every I/O method returns one. */
module.exports = require("./create")((method) => P.denodeify(method));
