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
  const state = {
    idOrPath: idOrPath,
    tx: db.begin(),
    blobId: null,
    file: null,
    version: null,
    fileId: null,
  };
  blobManager.create(account).put(stream, function (err, blobId) {
    afterBlobPut(state, err, blobId, done);
  });
}

/** The one closure of each step: it takes the call's state, which all steps share, to the next one. */
function bind(step, state, done) {
  return function (err, value) {
    step(state, err, value, done);
  };
}

function backoff(state, err, done) {
  state.tx.rollback();
  done(err);
}

function afterBlobPut(state, err, blobId, done) {
  if (err) return backoff(state, err, done);
  state.blobId = blobId;
  self.byUuidOrPath(state.idOrPath).get(bind(afterFileFetched, state, done));
}

function afterFileFetched(state, err, file, done) {
  if (err) return backoff(state, err, done);
  state.file = file;
  const previousId = file ? file.version : null;
  state.version = {
    userAccountId: userAccount.id,
    blobId: state.blobId,
    creatorId: userAccount.id,
    previousId: previousId,
  };
  state.version.id = Version.createHash(state.version);
  Version.insert(state.version).execWithin(state.tx, bind(afterVersionInserted, state, done));
}

function afterVersionInserted(state, err, _, done) {
  if (err) return backoff(state, err, done);
  if (state.file) {
    state.fileId = state.file.id;
    return afterFileExists(state, null, undefined, done);
  }
  const splitPath = state.idOrPath.split("/");
  const fileName = splitPath[splitPath.length - 1];
  state.fileId = uuid.v1();
  const newFile = {
    id: state.fileId,
    userAccountId: userAccount.id,
    name: fileName,
    version: state.version.id,
  };
  self.createQuery(state.idOrPath, newFile).execWithin(state.tx, bind(afterFileExists, state, done));
}

function afterFileExists(state, err, _, done) {
  if (err) return backoff(state, err, done);
  FileVersion.insert({ fileId: state.fileId, versionId: state.version.id }).execWithin(
    state.tx,
    bind(afterFileVersionInserted, state, done)
  );
}

function afterFileVersionInserted(state, err, _, done) {
  if (err) return backoff(state, err, done);
  File.whereUpdate({ id: state.fileId }, { version: state.version.id }).execWithin(
    state.tx,
    bind(afterFileUpdated, state, done)
  );
}

function afterFileUpdated(state, err, _, done) {
  if (err) return backoff(state, err, done);
  state.tx.commit(bind(afterCommit, state, done));
}

function afterCommit(state, err, _, done) {
  if (err) return backoff(state, err, done);
  done(null);
}

module.exports = upload;
