"use strict";

const {
  account,
  blobManager,
  db,
  File,
  FileVersion,
  self,
  userAccount,
  uuid,
  Version,
} = require("./data-layer/context");

/**
 * Stores a new version of a file, and the file itself when it is not there yet, in one transaction.
 *
 * @param {object} stream a readable stream of what to store
 * @param {string} idOrPath the id of a file, or the path of a new one
 * @param {string} tag
 * @param {(error: Error | null) => void} done
 */
function upload(stream, idOrPath, tag, done) {
  new Upload(idOrPath, done).run(stream);
}

class Upload {
  constructor(idOrPath, done) {
    this.idOrPath = idOrPath;
    this.done = done;
    this.tx = db.begin();
    this.blobId = null;
    this.file = null;
    this.version = null;
    this.fileId = null;
  }

  run(stream) {
    const blob = blobManager.create(account);
    blob.put(stream, this.afterBlobPut, this);
  }

  backoff(err) {
    this.tx.rollback();
    this.done(err);
  }

  afterBlobPut(err, blobId) {
    if (err) return this.backoff(err);
    this.blobId = blobId;
    self.byUuidOrPath(this.idOrPath).get(this.afterFileFetched, this);
  }

  afterFileFetched(err, file) {
    if (err) return this.backoff(err);
    this.file = file;
    const previousId = file ? file.version : null;
    this.version = {
      userAccountId: userAccount.id,
      blobId: this.blobId,
      creatorId: userAccount.id,
      previousId: previousId,
    };
    this.version.id = Version.createHash(this.version);
    Version.insert(this.version).execWithin(this.tx, this.afterVersionInserted, this);
  }

  afterVersionInserted(err) {
    if (err) return this.backoff(err);
    if (this.file) {
      this.fileId = this.file.id;
      return this.afterFileExists(null);
    }
    const splitPath = this.idOrPath.split("/");
    const fileName = splitPath[splitPath.length - 1];
    this.fileId = uuid.v1();
    const newFile = {
      id: this.fileId,
      userAccountId: userAccount.id,
      name: fileName,
      version: this.version.id,
    };
    self.createQuery(this.idOrPath, newFile).execWithin(this.tx, this.afterFileExists, this);
  }

  afterFileExists(err) {
    if (err) return this.backoff(err);
    FileVersion.insert({ fileId: this.fileId, versionId: this.version.id }).execWithin(
      this.tx,
      this.afterFileVersionInserted,
      this
    );
  }

  afterFileVersionInserted(err) {
    if (err) return this.backoff(err);
    File.whereUpdate({ id: this.fileId }, { version: this.version.id }).execWithin(
      this.tx,
      this.afterFileUpdated,
      this
    );
  }

  afterFileUpdated(err) {
    if (err) return this.backoff(err);
    this.tx.commit(this.afterCommit, this);
  }

  afterCommit(err) {
    if (err) return this.backoff(err);
    this.done(null);
  }
}

module.exports = upload;
