"use strict";

const p = require("./runners/promised");
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
  const blobIdP = blob.put(stream);
  const fileP = p.invoke(p.after(blobIdP, self.byUuidOrPath(idOrPath)), "get");
  const previousIdP = p.ternary(fileP, p.get(fileP, "version"), null);
  const unnamedP = p.object({
    userAccountId: userAccount.id,
    blobId: blobIdP,
    creatorId: userAccount.id,
    previousId: previousIdP,
  });
  const versionP = p.set(unnamedP, { id: p.call(Version.createHash, unnamedP) });
  const versionIdP = p.get(versionP, "id");
  const versionInsertP = p.invoke(p.call(Version.insert, versionP), "execWithin", tx);
  const knownP = p.after(versionInsertP, fileP);
  const fileIdP = p.ternary(knownP, p.get(knownP, "id"), () => {
    const splitPath = idOrPath.split("/");
    const fileName = splitPath[splitPath.length - 1];
    const newId = uuid.v1();
    const newFileP = p.object({
      id: newId,
      userAccountId: userAccount.id,
      name: fileName,
      version: versionIdP,
    });
    const queryP = p.call((newFile) => self.createQuery(idOrPath, newFile), newFileP);
    return p.after(p.invoke(queryP, "execWithin", tx), newId);
  });
  const linkP = p.object({ fileId: fileIdP, versionId: versionIdP });
  const linkInsertP = p.invoke(p.call(FileVersion.insert, linkP), "execWithin", tx);
  const changesP = p.after(linkInsertP, p.object({ version: versionIdP }));
  const updateP = p.call((changes) => p.call((id) => File.whereUpdate({ id }, changes), fileIdP), changesP);
  const updatedP = p.invoke(updateP, "execWithin", tx);
  return p.invoke(p.after(updatedP, tx), "commit").then(undefined, (err) => {
    tx.rollback();
    throw err;
  });
}

module.exports = upload;
