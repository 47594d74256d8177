module.exports = async function product(cache, db, id) {
  const hit = await cache.get(`product:${id}`);
  if (hit.fresh) return hit.value;
  const row = await db.products.find(id);
  await cache.set(`product:${id}`, row);
  return row;
};
