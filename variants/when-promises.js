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
} = require("./data-layer/when");

/**
 * Stores a new version of a file, and the file itself when it is not there yet, in one transaction.
 *
 * @param {object} stream a readable stream of what to store
 * @param {string} idOrPath the id of a file, or the path of a new one
 * @param {string} tag
 * @returns {PromiseLike<void>}
 */
function upload(stream, idOrPath, tag) {
  const blob = blobManager.create(account);
  const tx = db.begin();
  let blobId, file, version;
  return blob
    .put(stream)
    .then((id) => {
      blobId = id;
      return self.byUuidOrPath(idOrPath).get();
    })
    .then((found) => {
      file = found;
      const previousId = file ? file.version : null;
      version = {
        userAccountId: userAccount.id,
        blobId: blobId,
        creatorId: userAccount.id,
        previousId: previousId,
      };
      version.id = Version.createHash(version);
      return Version.insert(version).execWithin(tx);
    })
    .then(() => {
      if (file) return;
      const splitPath = idOrPath.split("/");
      const fileName = splitPath[splitPath.length - 1];
      const newId = uuid.v1();
      file = {
        id: newId,
        userAccountId: userAccount.id,
        name: fileName,
        version: version.id,
      };
      return self.createQuery(idOrPath, file).execWithin(tx);
    })
    .then(() => FileVersion.insert({ fileId: file.id, versionId: version.id }).execWithin(tx))
    .then(() => File.whereUpdate({ id: file.id }, { version: version.id }).execWithin(tx))
    .then(() => tx.commit())
    .otherwise((err) => {
      tx.rollback();
      throw err;
    });
}

module.exports = upload;
