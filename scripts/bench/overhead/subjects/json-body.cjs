module.exports = async function track(queue, event) {
  const body = JSON.stringify({ name: event.name, user: event.user, at: 1 });
  const receipt = await queue.publish("events", body);
  return receipt.id;
};
