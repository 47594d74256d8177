"use strict";

const async = require("async");
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
  let blobId, file, version;
  async.waterfall(
    [
      (next) => blob.put(stream, next),
      (id, next) => {
        blobId = id;
        self.byUuidOrPath(idOrPath).get(next);
      },
      (found, next) => {
        file = found;
        const previousId = file ? file.version : null;
        version = {
          userAccountId: userAccount.id,
          blobId: blobId,
          creatorId: userAccount.id,
          previousId: previousId,
        };
        version.id = Version.createHash(version);
        Version.insert(version).execWithin(tx, next);
      },
      (inserted, next) => {
        if (file) return next(null, file);
        const splitPath = idOrPath.split("/");
        const fileName = splitPath[splitPath.length - 1];
        const newId = uuid.v1();
        file = {
          id: newId,
          userAccountId: userAccount.id,
          name: fileName,
          version: version.id,
        };
        self.createQuery(idOrPath, file).execWithin(tx, next);
      },
      (created, next) => FileVersion.insert({ fileId: file.id, versionId: version.id }).execWithin(tx, next),
      (linked, next) => File.whereUpdate({ id: file.id }, { version: version.id }).execWithin(tx, next),
      (updated, next) => tx.commit(next),
    ],
    (err) => {
      if (err) tx.rollback();
      done(err);
    }
  );
}

module.exports = upload;
