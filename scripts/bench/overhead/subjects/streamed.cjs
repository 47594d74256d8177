module.exports = async function copyAll(source, target) {
  let copied = 0;
  for await (const chunk of source.read()) {
    await target.write(chunk.data);
    copied++;
  }
  return copied;
};
