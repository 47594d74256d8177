"use strict";

const { catchError, concatMap, defer, ignoreElements, of, throwError } = require("rxjs");
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
} = require("./data-layer/rxjs");

/**
 * Stores a new version of a file, and the file itself when it is not there yet, in one transaction.
 *
 * @param {object} stream a readable stream of what to store
 * @param {string} idOrPath the id of a file, or the path of a new one
 * @param {string} tag
 * @returns {Observable<void>} that does so once it is subscribed to
 */
function upload(stream, idOrPath, tag) {
  return defer(() => {
    const blob = blobManager.create(account);
    const tx = db.begin();
    let blobId, file, version;
    return blob.put(stream).pipe(
      concatMap((id) => {
        blobId = id;
        return self.byUuidOrPath(idOrPath).get();
      }),
      concatMap((found) => {
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
      }),
      concatMap(() => {
        if (file) return of(file);
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
      }),
      concatMap(() => FileVersion.insert({ fileId: file.id, versionId: version.id }).execWithin(tx)),
      concatMap(() => File.whereUpdate({ id: file.id }, { version: version.id }).execWithin(tx)),
      concatMap(() => tx.commit()),
      ignoreElements(),
      catchError((err) => {
        tx.rollback();
        return throwError(() => err);
      })
    );
  });
}

module.exports = upload;
