module.exports = async function upload(stream, repository, tag) {
  const blob = repository.blobs.create(tag.account);
  const transaction = await repository.begin();
  const id = await blob.put(stream);
  const file = await repository.files.byPath(id.path, transaction);
  const version = await repository.versions.insert(
    { blob: id.value, file: file.id, previous: file.version },
    transaction,
  );
  await repository.files.update(file.id, version.id, transaction);
  await transaction.commit();
};
