"use strict";

const generator = require("when/generator");
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
module.exports = generator.lift(function* upload(stream, idOrPath, tag) {
  const blob = blobManager.create(account);
  const tx = db.begin();
  try {
    const blobId = yield blob.put(stream);
    let file = yield self.byUuidOrPath(idOrPath).get();
    const previousId = file ? file.version : null;
    const version = {
      userAccountId: userAccount.id,
      blobId: blobId,
      creatorId: userAccount.id,
      previousId: previousId,
    };
    version.id = Version.createHash(version);
    yield Version.insert(version).execWithin(tx);
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
      yield self.createQuery(idOrPath, file).execWithin(tx);
    }
    yield FileVersion.insert({ fileId: file.id, versionId: version.id }).execWithin(tx);
    yield File.whereUpdate({ id: file.id }, { version: version.id }).execWithin(tx);
    yield tx.commit();
  } catch (err) {
    tx.rollback();
    throw err;
  }
});
