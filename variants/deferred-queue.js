"use strict";

const dq = require("deferred-queue");
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
  dq()
    .on("error", (err) => {
      tx.rollback();
      done(err);
    })
    .push(
      (next) => blob.put(stream, next),
      (err, id) => (blobId = id)
    )
    .push(
      (next) => self.byUuidOrPath(idOrPath).get(next),
      (err, found) => (file = found)
    )
    .push((next) => {
      const previousId = file ? file.version : null;
      version = {
        userAccountId: userAccount.id,
        blobId: blobId,
        creatorId: userAccount.id,
        previousId: previousId,
      };
      version.id = Version.createHash(version);
      Version.insert(version).execWithin(tx, next);
    })
    .push((next) => {
      if (file) return next();
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
    })
    .push((next) => FileVersion.insert({ fileId: file.id, versionId: version.id }).execWithin(tx, next))
    .push((next) => File.whereUpdate({ id: file.id }, { version: version.id }).execWithin(tx, next))
    .push((next) => tx.commit(next))
    .push(() => done(null));
}

module.exports = upload;
