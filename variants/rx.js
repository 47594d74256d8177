"use strict";

const { Observable } = require("rx");
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
} = require("./data-layer/rx");

/**
 * Stores a new version of a file, and the file itself when it is not there yet, in one transaction.
 *
 * @param {object} stream a readable stream of what to store
 * @param {string} idOrPath the id of a file, or the path of a new one
 * @param {string} tag
 * @returns {Observable<void>} that does so once it is subscribed to
 */
function upload(stream, idOrPath, tag) {
  return Observable.defer(() => {
    const blob = blobManager.create(account);
    const tx = db.begin();
    let blobId, file, version;
    return blob
      .put(stream)
      .flatMap((id) => {
        blobId = id;
        return self.byUuidOrPath(idOrPath).get();
      })
      .flatMap((found) => {
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
      .flatMap(() => {
        if (file) return Observable.just(file);
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
      .flatMap(() => FileVersion.insert({ fileId: file.id, versionId: version.id }).execWithin(tx))
      .flatMap(() => File.whereUpdate({ id: file.id }, { version: version.id }).execWithin(tx))
      .flatMap(() => tx.commit())
      .ignoreElements()
      .catch((err) => {
        tx.rollback();
        return Observable.throw(err);
      });
  });
}

module.exports = upload;
