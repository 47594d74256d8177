module.exports = function checkout(db, id, callback) {
  db.carts.get(id, (error, cart) => {
    if (error) return callback(error);
    db.prices.get(cart.sku, (error, price) => {
      if (error) return callback(error);
      db.orders.put({ cart: cart.id, amount: price.amount * cart.count }, (error, order) => {
        if (error) return callback(error);
        callback(null, order.id);
      });
    });
  });
};
