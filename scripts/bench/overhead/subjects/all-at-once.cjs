module.exports = async function enrich(db, ids) {
  const orders = await db.orders.findMany(ids);
  const customers = await Promise.all(orders.map((order) => db.customers.findOne(order.customerId)));
  return customers.map((customer) => customer.name);
};
