const assert = require("node:assert/strict");
const { readFile } = require("node:fs/promises");
const path = require("node:path");
const { after, before, test } = require("node:test");
const { Orders } = require("../orders.js");
const { Queue } = require("../queue.js");
const { Stock } = require("../stock.js");
const { openShop } = require("./shop.js");

let shop;
let orders;
before(async () => {
  shop = await openShop();
  const { folder, customers } = shop;
  orders = new Orders({ folder, customers, stock: new Stock(folder), mails: new Queue(2) });
});
after(() => shop.close());

const order = (id, customer, items) => ({
  id,
  customer,
  items: Object.entries(items).map(([name, count]) => ({ name, count })),
});

test("an order is placed: its price added up, the stock taken, the customer told", async () => {
  const placed = await orders.place(order("a1", 7, { tea: 2, cup: 1, pot: 1 }));
  assert.equal(placed.cents, 6000);
  assert.equal(await new Stock(shop.folder).count("tea"), 7);
  assert.equal(
    await readFile(path.join(shop.folder, "mails.txt"), "utf8"),
    "ada@example.invalid: order a1, 60 €\n"
  );
});

test("another one is placed after it", async () => {
  assert.equal((await orders.place(order("a2", 8, { tea: 1 }))).name, "Grace");
});

test("what is sold out is refused", async () => {
  await assert.rejects(orders.place(order("a3", 7, { pot: 1 })), /pot is sold out/);
});

test("who is no customer is refused, and what has no price", async () => {
  await assert.rejects(orders.place(order("a4", 1, { tea: 1 })), /there is no customer 1/);
  await assert.rejects(orders.place(order("a5", 7, { hat: 1 })), /hat has no price/);
});

test("orders are found, all at once or one by one", async () => {
  const ids = ["a1", "a2"];
  assert.deepEqual(await orders.findAll(ids), await orders.findOneByOne(ids));
});
