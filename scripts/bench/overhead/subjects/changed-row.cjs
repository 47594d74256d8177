module.exports = async function close(db, id) {
  const ticket = await db.tickets.get(id);
  ticket.state = "closed";
  ticket.closedBy = ticket.owner;
  await db.tickets.save(ticket);
  return ticket.state;
};
