const { readFile, writeFile } = require("node:fs/promises");
const path = require("node:path");

/** What is in stock, in a file. */
class Stock {
  constructor(folder) {
    this.file = path.join(folder, "stock.json");
  }

  async count(name) {
    const counts = JSON.parse(await readFile(this.file, "utf8"));
    return counts[name] ?? 0;
  }

  /** Takes items out of it: all of them or none. */
  async take(items) {
    const counts = JSON.parse(await readFile(this.file, "utf8"));
    for (const { name, count } of items) {
      if ((counts[name] ?? 0) < count) throw new Error(`${name} is sold out`);
      counts[name] -= count;
    }
    await writeFile(this.file, JSON.stringify(counts));
    return counts;
  }
}

module.exports = { Stock };
