const { appendFile, readFile, writeFile } = require("node:fs/promises");
const path = require("node:path");
const { promisify } = require("node:util");
const { customerOf } = require("./customers.js");
const { totalOf } = require("./prices.js");

const total = promisify(totalOf);

/** Orders, a file each. */
class Orders {
  constructor({ folder, stock, customers, mails }) {
    this.folder = folder;
    this.stock = stock;
    this.customers = customers;
    this.mails = mails;
  }

  /** Customer and prices are asked for at once; the order is written once the stock has been taken. */
  async place(order) {
    const [customer, cents] = await Promise.all([
      customerOf(order.customer, this.customers),
      total(this.folder, order.items),
    ]);
    await this.stock.take(order.items);
    const placed = { ...order, name: customer.name, cents };
    await writeFile(this.#fileOf(order.id), JSON.stringify(placed));
    await appendFile(path.join(this.folder, "journal.txt"), `${order.id} ${cents}\n`);
    await this.mails.add(() => this.confirm(placed, customer.mail));
    return placed;
  }

  async find(id) {
    return JSON.parse(await readFile(this.#fileOf(id), "utf8"));
  }

  /** One after the other: compare it with findAll. */
  async findOneByOne(ids) {
    const found = [];
    for (const id of ids) found.push(await this.find(id));
    return found;
  }

  async findAll(ids) {
    return Promise.all(ids.map((id) => this.find(id)));
  }

  async confirm({ id, cents }, mail) {
    await appendFile(path.join(this.folder, "mails.txt"), `${mail}: order ${id}, ${cents / 100} €\n`);
  }

  #fileOf(id) {
    return path.join(this.folder, `order-${id}.json`);
  }
}

module.exports = { Orders };
