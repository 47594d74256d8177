"use strict";

var {
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
 * @param {(error: Error | null) => void} _
 */
function upload(stream, idOrPath, tag, _) {
  var blob = blobManager.create(account);
  var tx = db.begin();
  try {
    var blobId = blob.put(stream, _);
    var file = self.byUuidOrPath(idOrPath).get(_);
    var previousId = file ? file.version : null;
    var version = {
      userAccountId: userAccount.id,
      blobId: blobId,
      creatorId: userAccount.id,
      previousId: previousId,
    };
    version.id = Version.createHash(version);
    Version.insert(version).execWithin(tx, _);
    if (!file) {
      var splitPath = idOrPath.split("/");
      var fileName = splitPath[splitPath.length - 1];
      var newId = uuid.v1();
      file = {
        id: newId,
        userAccountId: userAccount.id,
        name: fileName,
        version: version.id,
      };
      self.createQuery(idOrPath, file).execWithin(tx, _);
    }
    FileVersion.insert({ fileId: file.id, versionId: version.id }).execWithin(tx, _);
    File.whereUpdate({ id: file.id }, { version: version.id }).execWithin(tx, _);
    tx.commit(_);
  } catch (err) {
    tx.rollback();
    throw err;
  }
}

module.exports = upload;
