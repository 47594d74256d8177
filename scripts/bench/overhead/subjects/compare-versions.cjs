module.exports = async function compareVersions(store, key) {
  const local = await store.local.read(key);
  const remote = await store.remote.read(key);
  if (local.version === remote.version) return local;
  await store.local.write(key, remote.value);
  return remote;
};
