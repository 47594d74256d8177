"use strict";

require("fibers/future");
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
} = require("./data-layer/fibers");

/**
 * Stores a new version of a file, and the file itself when it is not there yet, in one transaction.
 *
 * @param {object} stream a readable stream of what to store
 * @param {string} idOrPath the id of a file, or the path of a new one
 * @param {string} tag
 * @returns {Future<void>}
 */
module.exports = function upload(stream, idOrPath, tag) {
  const blob = blobManager.create(account);
  const tx = db.begin();
  try {
    const blobId = blob.put(stream).wait();
    let file = self.byUuidOrPath(idOrPath).get().wait();
    const previousId = file ? file.version : null;
    const version = {
      userAccountId: userAccount.id,
      blobId: blobId,
      creatorId: userAccount.id,
      previousId: previousId,
    };
    version.id = Version.createHash(version);
    Version.insert(version).execWithin(tx).wait();
    if (!file) {
      const splitPath = idOrPath.split("/");
      const fileName = splitPath[splitPath.length - 1];
      const newId = uuid.v1();
      file = {
        id: newId,
        userAccountId: userAccount.id,
        name: fileName,
        version: version.id,
      };
      self.createQuery(idOrPath, file).execWithin(tx).wait();
    }
    FileVersion.insert({ fileId: file.id, versionId: version.id }).execWithin(tx).wait();
    File.whereUpdate({ id: file.id }, { version: version.id }).execWithin(tx).wait();
    tx.commit().wait();
  } catch (err) {
    tx.rollback();
    throw err;
  }
}.future();
