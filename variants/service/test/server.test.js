const assert = require("node:assert/strict");
const { once } = require("node:events");
const { after, before, test } = require("node:test");
const { orderServer } = require("../server.js");
const { openShop } = require("./shop.js");

let shop;
let server;
let address;
before(async () => {
  shop = await openShop();
  server = orderServer(shop.folder, shop.customers).listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${server.address().port}`;
});
after(async () => {
  server.close();
  server.closeAllConnections();
  await shop.close();
});

const place = (order) => fetch(`${address}/orders`, { method: "POST", body: JSON.stringify(order) });

test("orders come in over HTTP, and are found again", async () => {
  const items = [{ name: "tea", count: 1 }];
  const responses = [];
  for (const id of ["b1", "b2"]) responses.push(await place({ id, customer: 7, items }));
  assert.deepEqual(
    responses.map(({ status }) => status),
    [201, 201]
  );
  const found = await (await fetch(`${address}/orders/b1,b2`)).json();
  assert.deepEqual(
    found.map(({ id, cents }) => [id, cents]),
    [
      ["b1", 450],
      ["b2", 450],
    ]
  );
});

test("what cannot be done is answered with why", async () => {
  const response = await place({ id: "b3", customer: 7, items: [{ name: "pot", count: 5 }] });
  assert.deepEqual([response.status, await response.json()], [409, { error: "pot is sold out" }]);
  assert.equal((await fetch(`${address}/nothing`)).status, 404);
});
