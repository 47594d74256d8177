"use strict";

const { db, FileVersion } = require("../data-layer/promises");

/** As many as the seed's load has. */
const INSERTS = 25;

/**
 * Writes many rows at once in one transaction: stresses `Promise.all`, as the seed's parallel-async does.
 *
 * @returns {Promise<void>}
 */
async function insertTogether() {
  const tx = db.begin();
  try {
    const inserts = [];
    for (let i = 0; i < INSERTS; i++) {
      inserts.push(FileVersion.insert({ index: i }).execWithin(tx));
    }
    await Promise.all(inserts);
    await tx.commit();
  } catch (err) {
    tx.rollback();
    throw err;
  }
}

module.exports = insertTogether;
