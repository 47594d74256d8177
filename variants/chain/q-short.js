"use strict";

const Q = require("q");
const { alternately, atOnce, byIo, links } = require("./links");

// Of its time: as many earlier stacks as are put together, of which there is one unless it is said.
Q.longStackJumpLimit = 0;

function synchronous() {
  const [a, b, c, d, e, f, g] = links(Q.defer, atOnce);
  return a().then(b).then(c).then(d).then(e).then(f).then(g);
}

function mixed() {
  const [a, b, c, d, e, f, g] = links(Q.defer, alternately);
  return a().then(b).then(c).then(d).then(e).then(f).then(g);
}

function asynchronous() {
  const [a, b, c, d, e, f, g] = links(Q.defer, byIo);
  return a().then(b).then(c).then(d).then(e).then(f).then(g);
}

module.exports = { synchronous, mixed, asynchronous };
