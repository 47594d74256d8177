module.exports = async function showOrder(req, res) {
  const order = await req.app.db.findOrder(req.params.id, req.user.id);
  if (!order) return res.status(404).json({ error: "not found" });
  res.json({ id: order.id, state: order.state });
};
