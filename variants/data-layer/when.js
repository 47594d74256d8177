"use strict";

const nodefn = require("when/node");

/** The data layer in when's promises: every I/O method returns one. */
module.exports = require("./create")((method) => nodefn.lift(method));
