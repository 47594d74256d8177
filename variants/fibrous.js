"use strict";

const fibrous = require("fibrous");
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
module.exports = fibrous(function upload(stream, idOrPath, tag) {
  const blob = blobManager.create(account);
  const tx = db.begin();
  try {
    const blobId = blob.sync.put(stream);
    let file = self.byUuidOrPath(idOrPath).sync.get();
    const previousId = file ? file.version : null;
    const version = {
      userAccountId: userAccount.id,
      blobId: blobId,
      creatorId: userAccount.id,
      previousId: previousId,
    };
    version.id = Version.createHash(version);
    Version.insert(version).sync.execWithin(tx);
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
      self.createQuery(idOrPath, file).sync.execWithin(tx);
    }
    FileVersion.insert({ fileId: file.id, versionId: version.id }).sync.execWithin(tx);
    File.whereUpdate({ id: file.id }, { version: version.id }).sync.execWithin(tx);
    tx.sync.commit();
  } catch (err) {
    tx.rollback();
    throw err;
  }
});
