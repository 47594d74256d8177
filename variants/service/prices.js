const fs = require("node:fs");
const path = require("node:path");

/** Looks a price up, and calls back with cents. */
function priceOf(folder, name, done) {
  fs.readFile(path.join(folder, "prices", `${name}.json`), "utf8", (error, text) => {
    if (error) done(new Error(`${name} has no price`, { cause: error }));
    else done(null, JSON.parse(text).cents);
  });
}

/** Adds up what items cost; looks all prices up at once. */
function totalOf(folder, items, done) {
  let open = items.length;
  let total = 0;
  let hasFailed = false;
  for (const { name, count } of items) {
    priceOf(folder, name, (error, cents) => {
      if (hasFailed) return;
      if (error) {
        hasFailed = true;
        done(error);
        return;
      }
      total += cents * count;
      if (--open === 0) done(null, total);
    });
  }
}

module.exports = { priceOf, totalOf };
