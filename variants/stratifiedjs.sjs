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
} = require("./data-layer/stratifiedjs");

/**
 * Stores a new version of a file, and the file itself when it is not there yet, in one transaction.
 *
 * @param {object} stream a readable stream of what to store
 * @param {string} idOrPath the id of a file, or the path of a new one
 * @param {string} tag
 * @param {(error: Error | null) => void} done
 */
function upload(stream, idOrPath, tag, done) {
  var blob = blobManager.create(account);
  var tx = db.begin();
  try {
    var blobId = blob.put(stream);
    var file = self.byUuidOrPath(idOrPath).get();
    var previousId = file ? file.version : null;
    var version = {
      userAccountId: userAccount.id,
      blobId: blobId,
      creatorId: userAccount.id,
      previousId: previousId,
    };
    version.id = Version.createHash(version);
    Version.insert(version).execWithin(tx);
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
      self.createQuery(idOrPath, file).execWithin(tx);
    }
    FileVersion.insert({ fileId: file.id, versionId: version.id }).execWithin(tx);
    File.whereUpdate({ id: file.id }, { version: version.id }).execWithin(tx);
    tx.commit();
  } catch (err) {
    tx.rollback();
    return done(err);
  }
  done(null);
}

module.exports = upload;
