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
  function backoff(err) {
    tx.rollback();
    return done(err);
  }
  blob.put(stream, function (err, blobId) {
    if (err) return backoff(err);
    self.byUuidOrPath(idOrPath).get(function (err, file) {
      if (err) return backoff(err);
      const previousId = file ? file.version : null;
      const version = {
        userAccountId: userAccount.id,
        blobId: blobId,
        creatorId: userAccount.id,
        previousId: previousId,
      };
      version.id = Version.createHash(version);
      Version.insert(version).execWithin(tx, function (err) {
        if (err) return backoff(err);
        if (!file) {
          const splitPath = idOrPath.split("/");
          const fileName = splitPath[splitPath.length - 1];
          const newId = uuid.v1();
          const newFile = {
            id: newId,
            userAccountId: userAccount.id,
            name: fileName,
            version: version.id,
          };
          self.createQuery(idOrPath, newFile).execWithin(tx, function (err) {
            afterFileExists(err, newId);
          });
        } else afterFileExists(null, file.id);
      });
      function afterFileExists(err, fileId) {
        if (err) return backoff(err);
        FileVersion.insert({ fileId: fileId, versionId: version.id }).execWithin(tx, function (err) {
          if (err) return backoff(err);
          File.whereUpdate({ id: fileId }, { version: version.id }).execWithin(tx, function (err) {
            if (err) return backoff(err);
            tx.commit(function (err) {
              if (err) return backoff(err);
              done(null);
            });
          });
        });
      }
    });
  });
}

module.exports = upload;
