module.exports = async function findOrder(db, id) {
  const order = await db.orders.find(id);
  return { id: order.id, total: order.price * order.quantity };
};
