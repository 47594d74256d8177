/** Asks the service of customers, which is another one. */
async function customerOf(id, address) {
  const response = await fetch(`${address}/customers/${id}`);
  if (!response.ok) throw new Error(`there is no customer ${id}`);
  return response.json();
}

module.exports = { customerOf };
