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
} = require("./data-layer/callbacks");

/**
 * Stores a new version of a file, and the file itself when it is not there yet, in one transaction.
 *
 * @param {object} stream a readable stream of what to store
 * @param {string} idOrPath the id of a file, or the path of a new one
 * @param {string} tag
 * @param {(error: Error | null) => void} done
 */
function upload(stream, idOrPath, tag, done) {
  const blob = blobManager.create(account);
  const tx = db.begin();
  let blobId, file, version, fileId;

  blob.put(stream, afterBlobPut);

  function backoff(err) {
    tx.rollback();
    return done(err);
  }

  function afterBlobPut(err, id) {
    if (err) return backoff(err);
    blobId = id;
    self.byUuidOrPath(idOrPath).get(afterFileFetched);
  }

  function afterFileFetched(err, found) {
    if (err) return backoff(err);
    file = found;
    const previousId = file ? file.version : null;
    version = {
      userAccountId: userAccount.id,
      blobId: blobId,
      creatorId: userAccount.id,
      previousId: previousId,
    };
    version.id = Version.createHash(version);
    Version.insert(version).execWithin(tx, afterVersionInserted);
  }

  function afterVersionInserted(err) {
    if (err) return backoff(err);
    if (file) {
      fileId = file.id;
      return afterFileExists(null);
    }
    const splitPath = idOrPath.split("/");
    const fileName = splitPath[splitPath.length - 1];
    fileId = uuid.v1();
    const newFile = {
      id: fileId,
      userAccountId: userAccount.id,
      name: fileName,
      version: version.id,
    };
    self.createQuery(idOrPath, newFile).execWithin(tx, afterFileExists);
  }

  function afterFileExists(err) {
    if (err) return backoff(err);
    FileVersion.insert({ fileId: fileId, versionId: version.id }).execWithin(tx, afterFileVersionInserted);
  }

  function afterFileVersionInserted(err) {
    if (err) return backoff(err);
    File.whereUpdate({ id: fileId }, { version: version.id }).execWithin(tx, afterFileUpdated);
  }

  function afterFileUpdated(err) {
    if (err) return backoff(err);
    tx.commit(afterCommit);
  }

  function afterCommit(err) {
    if (err) return backoff(err);
    done(null);
  }
}

module.exports = upload;
