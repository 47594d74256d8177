module.exports = async function load(client, { url, limit = 10, sort = "name" }) {
  const page = await client.fetchPage(url, { limit, sort });
  return page.items;
};
