"use strict";

const io = require("./io");

/** The one file that the fake database holds; any other id or path finds nothing. */
const existingFile = Object.freeze({
  id: "6f1c2f0a-03f5-4a3e-9f6e-5c1b7d0a9e21",
  userAccountId: "user-1",
  name: "report.pdf",
  version: "version-0",
});

/**
 * Builds the data layer that every variant of `upload` is written against: a blob store, a database with
 * transactions, and three tables. Nothing is stored; what an operation would have written is what it delivers.
 *
 * @param {(method: Function) => Function} lift turns a method whose last parameter is a node-style callback into
 *   a method of another style; each I/O method goes through it once, when the data layer is built.
 */
module.exports = function createDataLayer(lift) {
  let blobsCreated = 0;
  let idsMade = 0;

  class Blob {
    constructor() {
      this.id = ++blobsCreated;
    }
  }

  Blob.prototype.put = lift(function put(stream, callback) {
    io("blob.put", this.id, callback);
  });

  class Transaction {
    constructor() {
      this.state = "open";
      this.statements = 0;
    }

    /** Tells the database and does not wait for it. */
    rollback() {
      this.state = "rolled back";
    }
  }

  Transaction.prototype.commit = lift(function commit(callback) {
    this.state = "committed";
    io("tx.commit", undefined, callback);
  });

  class Query {
    constructor(expression, value) {
      this.expression = expression;
      this.value = value;
    }
  }

  Query.prototype.get = lift(function get(callback) {
    io(this.expression, this.value, callback);
  });

  Query.prototype.execWithin = lift(function execWithin(tx, callback) {
    tx.statements++;
    io(this.expression, this.value, callback);
  });

  return {
    existingFile,
    account: { id: "account-1" },
    userAccount: { id: "user-1" },

    blobManager: { create: (account) => new Blob(account) },

    db: { begin: () => new Transaction() },

    uuid: { v1: () => `file-${++idsMade}` },

    self: {
      byUuidOrPath: (idOrPath) =>
        new Query("self.byUuidOrPath().get", idOrPath === existingFile.id ? existingFile : undefined),

      createQuery: (idOrPath, file) => new Query("self.createQuery().execWithin", file),
    },

    Version: {
      createHash: (version) => `version-${version.blobId}`,
      insert: (version) => new Query("Version.insert().execWithin", version),
    },

    FileVersion: {
      insert: (fileVersion) => new Query("FileVersion.insert().execWithin", fileVersion),
    },

    File: {
      whereUpdate: (where, changes) => new Query("File.whereUpdate().execWithin", changes),
    },
  };
};
