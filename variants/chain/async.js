"use strict";

const async = require("async");
const { alternately, atOnce, byIo } = require("./links");

function synchronous(done) {
  async.series(atOnce, done);
}

function mixed(done) {
  async.series(alternately, done);
}

function asynchronous(done) {
  async.series(byIo, done);
}

module.exports = { synchronous, mixed, asynchronous };
