const { createServer } = require("node:http");
const { json } = require("node:stream/consumers");
const { Orders } = require("./orders.js");
const { Queue } = require("./queue.js");
const { Stock } = require("./stock.js");

/** `POST /orders` places one, `GET /orders/1,2` finds some. */
async function handle(orders, request) {
  if (request.method === "POST" && request.url === "/orders") {
    return { status: 201, body: await orders.place(await json(request)) };
  }
  const [, ids] = /^\/orders\/([\w,]+)$/.exec(request.url) ?? [];
  if (ids === undefined) return { status: 404, body: { error: "there is nothing here" } };
  return { status: 200, body: await orders.findAll(ids.split(",")) };
}

/** The service over a folder of files, and the address of the service of customers. */
function orderServer(folder, customers) {
  const orders = new Orders({ folder, stock: new Stock(folder), customers, mails: new Queue(2) });
  return createServer((request, response) => {
    handle(orders, request)
      .catch((error) => ({ status: 409, body: { error: error.message } }))
      .then(({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      });
  });
}

module.exports = { handle, orderServer };

if (require.main === module) {
  const {
    FOLDER: folder = ".",
    CUSTOMERS: customers = "http://127.0.0.1:8081",
    PORT: port = "8080",
  } = process.env;
  orderServer(folder, customers).listen(Number(port), "127.0.0.1", () => {
    console.log(`Orders of ${folder} at http://127.0.0.1:${port}; customers are asked for at ${customers}`);
  });
}
