"use strict";

const catcher = require("./runners/catcher");
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
  const guard = catcher(function (err) {
    tx.rollback();
    done(err);
  });
  blob.put(
    stream,
    guard(function (blobId) {
      self.byUuidOrPath(idOrPath).get(
        guard(function (file) {
          const previousId = file ? file.version : null;
          const version = {
            userAccountId: userAccount.id,
            blobId: blobId,
            creatorId: userAccount.id,
            previousId: previousId,
          };
          version.id = Version.createHash(version);
          Version.insert(version).execWithin(
            tx,
            guard(function () {
              if (file) return afterFileExists();
              const splitPath = idOrPath.split("/");
              const fileName = splitPath[splitPath.length - 1];
              const newId = uuid.v1();
              file = {
                id: newId,
                userAccountId: userAccount.id,
                name: fileName,
                version: version.id,
              };
              self.createQuery(idOrPath, file).execWithin(tx, guard(afterFileExists));
            })
          );
          function afterFileExists() {
            FileVersion.insert({ fileId: file.id, versionId: version.id }).execWithin(
              tx,
              guard(function () {
                File.whereUpdate({ id: file.id }, { version: version.id }).execWithin(
                  tx,
                  guard(function () {
                    tx.commit(
                      guard(function () {
                        done(null);
                      })
                    );
                  })
                );
              })
            );
          }
        })
      );
    })
  );
}

module.exports = upload;
