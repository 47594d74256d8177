module.exports = async function saveSettings(store, settings) {
  const names = Object.keys(settings);
  await store.save(names.length, settings.theme);
  return names;
};
