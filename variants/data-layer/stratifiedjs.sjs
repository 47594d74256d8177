/** The data layer in StratifiedJS: every I/O method holds up whoever calls it until its answer is there. */
module.exports = require("./create")(function (method) {
  if (method.length === 1) {
    return function () {
      waitfor (var err, value) {
        method.call(this, resume);
      }
      if (err) throw err;
      return value;
    };
  }
  return function (first) {
    waitfor (var err, value) {
      method.call(this, first, resume);
    }
    if (err) throw err;
    return value;
  };
});
