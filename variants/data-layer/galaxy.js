"use strict";

const galaxy = require("galaxy");

/** The data layer in generator functions that galaxy runs, one for every I/O method. */
module.exports = require("./create")((method) => galaxy.star(method));
