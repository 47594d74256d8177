const { once } = require("node:events");
const { mkdir, mkdtemp, rm, writeFile } = require("node:fs/promises");
const { createServer } = require("node:http");
const os = require("node:os");
const path = require("node:path");

const CUSTOMERS = {
  7: { name: "Ada", mail: "ada@example.invalid" },
  8: { name: "Grace", mail: "grace@example.invalid" },
};

/** A folder with stock and prices, and a service of customers that takes a while to answer. */
async function openShop() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "orders-"));
  await mkdir(path.join(folder, "prices"));
  await writeFile(path.join(folder, "stock.json"), JSON.stringify({ tea: 9, cup: 2, pot: 1 }));
  for (const [name, cents] of [
    ["tea", 450],
    ["cup", 1200],
    ["pot", 3900],
  ]) {
    await writeFile(path.join(folder, "prices", `${name}.json`), JSON.stringify({ cents }));
  }
  const server = createServer((request, response) => {
    const customer = CUSTOMERS[request.url.split("/").at(-1)];
    setTimeout(() => {
      response.writeHead(customer ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(customer ?? {}));
    }, 25);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    folder,
    customers: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true });
    },
  };
}

module.exports = { openShop };
