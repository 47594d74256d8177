"use strict";

const Promise = require("bluebird");
const { alternately, atOnce, byIo, links } = require("./links");

/** Without `Promise.defer`, which warns that it is deprecated. */
function defer() {
  const deferred = {};
  deferred.promise = new Promise((resolve, reject) => {
    deferred.resolve = resolve;
    deferred.reject = reject;
  });
  return deferred;
}

function synchronous() {
  const [a, b, c, d, e, f, g] = links(defer, atOnce);
  return a().then(b).then(c).then(d).then(e).then(f).then(g);
}

function mixed() {
  const [a, b, c, d, e, f, g] = links(defer, alternately);
  return a().then(b).then(c).then(d).then(e).then(f).then(g);
}

function asynchronous() {
  const [a, b, c, d, e, f, g] = links(defer, byIo);
  return a().then(b).then(c).then(d).then(e).then(f).then(g);
}

module.exports = { synchronous, mixed, asynchronous };
