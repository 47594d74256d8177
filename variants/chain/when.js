"use strict";

const when = require("when");
const { alternately, atOnce, byIo, links } = require("./links");

function synchronous() {
  const [a, b, c, d, e, f, g] = links(when.defer, atOnce);
  return a().then(b).then(c).then(d).then(e).then(f).then(g);
}

function mixed() {
  const [a, b, c, d, e, f, g] = links(when.defer, alternately);
  return a().then(b).then(c).then(d).then(e).then(f).then(g);
}

function asynchronous() {
  const [a, b, c, d, e, f, g] = links(when.defer, byIo);
  return a().then(b).then(c).then(d).then(e).then(f).then(g);
}

module.exports = { synchronous, mixed, asynchronous };
