"use strict";

const RSVP = require("rsvp");

/** The data layer in RSVP's promises: every I/O method returns one. */
module.exports = require("./create")((method) => RSVP.denodeify(method));
