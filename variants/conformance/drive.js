"use strict";

// A program of its own, in ECMAScript 5: calls one variant of the gallery as its first argument says, a file of JSON,
// and writes what came of it into that file. It runs on every engine that a variant does, so that all are held to the
// same behaviour.

var fs = require("fs");
var path = require("path");

var requestFile = process.argv[2];
var request = JSON.parse(fs.readFileSync(requestFile, "utf8"));
var upload = require(path.join(request.folder, request.file));
var db = require(path.join(request.folder, "data-layer", request.dataLayer)).db;

var begun = [];
var begin = db.begin;
db.begin = function () {
  var transaction = begin();
  begun.push(transaction);
  return transaction;
};

function afterTurns(turns, then) {
  if (turns <= 0) then();
  else
    setImmediate(function () {
      afterTurns(turns - 1, then);
    });
}

/** Answers the gallery's I/O, records it, and fails one operation on demand. */
function fakeIo(scenario, calls, error) {
  return {
    call: function (expression, value, callback) {
      var index = calls.length;
      calls.push({ expression: expression, value: value });
      var fails = scenario.failure !== undefined && scenario.failure.atCall === index;
      if (fails && scenario.failure.mode === "throw") throw error;
      afterTurns(scenario.overtakes ? 1 + ((index * 7) % 5) : 1, function () {
        if (fails) callback(error);
        else callback(null, value);
      });
    },
  };
}

/**
 * Bluebird's promisified functions reject with an error of their own that has the operation's as its cause; galaxy
 * throws one that inherits from it.
 */
function comesFrom(error, original) {
  if (error === original) return true;
  if (typeof error !== "object" || error === null) return false;
  return error.cause === original || Object.getPrototypeOf(error) === original;
}

/** Calls the variant once, in its own style. */
function callOnce(idOrPath, done) {
  var given = [{ name: "stream" }, idOrPath, "tag"];
  var settle = function (error, value) {
    done(error === undefined ? null : error, value);
  };
  var fail = function (error) {
    done(error);
  };
  if (request.completion === "callback") {
    upload.apply(undefined, given.concat([settle]));
    return;
  }
  var returned = upload.apply(undefined, given);
  if (request.completion === "future") returned.resolve(settle);
  else if (request.completion === "observable") {
    var last;
    var next = function (value) {
      last = value;
    };
    returned.subscribe(next, fail, function () {
      done(null, last);
    });
  } else
    returned.then(function (value) {
      done(null, value);
    }, fail);
}

function run(scenario, done) {
  var calls = [];
  var error = new Error("made to fail");
  var outcomes = [];
  begun = [];
  global.__asyncCostIo = scenario.onTimers ? undefined : fakeIo(scenario, calls, error);
  var left = scenario.calls.length;
  scenario.calls.forEach(function (idOrPath, index) {
    var outcome = { answers: 0, error: null, hasValue: false };
    outcomes[index] = outcome;
    callOnce(idOrPath, function (failure, value) {
      outcome.answers++;
      outcome.error =
        failure === null ? null : comesFrom(failure, error) ? "the operation's" : String(failure);
      outcome.hasValue = value !== undefined;
      if (outcome.answers > 1 || --left > 0) return;
      // All that the last turn of the event loop has set off shall have happened.
      afterTurns(3, function () {
        global.__asyncCostIo = undefined;
        done({
          outcomes: outcomes,
          calls: calls,
          begun: begun.map(function (transaction) {
            return { state: transaction.state, statements: transaction.statements };
          }),
        });
      });
    });
  });
}

var runs = [];
function next() {
  if (runs.length === request.scenarios.length) {
    fs.writeFileSync(requestFile, JSON.stringify({ runs: runs }));
    process.exit();
  }
  run(request.scenarios[runs.length], function (result) {
    runs.push(result);
    setImmediate(next);
  });
}
next();
