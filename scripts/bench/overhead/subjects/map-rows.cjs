module.exports = async function mapRows(db) {
  const rows = await db.query("select * from orders");
  return rows.map((row) => ({ id: row.id, total: row.price * row.quantity }));
};
