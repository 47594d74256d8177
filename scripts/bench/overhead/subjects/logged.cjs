module.exports = async function saveComment(log, store, comment) {
  log.debug("saving", comment.id);
  const text = comment.text.trim();
  log.debug("trimmed", text);
  const saved = await store.comments.insert({ text, author: comment.author });
  log.info("saved", saved.id);
  return saved;
};
