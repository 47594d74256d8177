import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const told = async (text: string) => {
  const { counters, remarks, warnings, fakes, scenario } = await completed("controller.ts", {
    text: `import { type Mailer, Order, Orders, OrderService, Refusing } from "./order-service.ts";
import { MissingService } from "./missing-service.ts";
${text}`,
  });
  return {
    ioCalls: counters.ioCalls,
    codes: (remarks ?? []).map(({ code }) => code).filter((code) => code !== "stand-ins-timed"),
    warnings,
    values: (scenario?.values ?? []).flatMap(({ what, text, rule }) =>
      rule === "class-of-type" ? [`${what} ${text}`] : [],
    ),
    calls: fakes.filter(({ kind }) => kind !== "sync").map(({ expression }) => expression),
  };
};

describe("A value whose type is a class of the project", () => {
  it("is an instance of it, made with what its constructor's types name, whose methods run", async () => {
    const { ioCalls, codes, calls, values } = await told(`export class Controller {
  constructor(private readonly orderService: OrderService) {}
  async show(id: string) {
    return this.orderService.findOne(id);
  }
}`);
    assert.deepEqual([ioCalls, codes, calls], [1, [], ["prices.findOne"]]);
    assert.deepEqual(values, [
      "priceService an instance of PriceService",
      "orderService an instance of OrderService",
    ]);
  });

  it("is one as an argument, too, and what a package's type names is a client", async () => {
    const { ioCalls, codes, calls, warnings } =
      await told(`export async function cancel(orders: OrderService, id: string) {
  await orders.cancel(id);
}`);
    assert.deepEqual([ioCalls, codes, calls], [1, ["left-out-elsewhere"], ["orders.findOne"]]);
    assert.ok(
      warnings.some((one) =>
        one.startsWith(
          "In OrderService.cancel (order-service.ts), of its I/O calls, this.orders.delete at line 27 is",
        ),
      ),
    );
  });

  it("makes the I/O calls of methods that have their names", async () => {
    const { ioCalls, codes } = await told(`export class Controller {
  constructor(private readonly orders: Orders) {}
  delete(id: string): Promise<void> {
    return this.orders.delete(id);
  }
}`);
    assert.deepEqual([ioCalls, codes], [1, []]);
  });

  it("is an instance of the only class that implements it, where it is an interface", async () => {
    const { ioCalls, codes } = await told(`export async function tell(mailer: Mailer, text: string) {
  await mailer.send(text);
}`);
    assert.deepEqual([ioCalls, codes], [2, []]);
  });

  it("is a stand-in where a call fails with an instance", async () => {
    const { ioCalls, codes } = await told(`export async function find(rows: Refusing, id: string) {
  return await rows.find(id);
}`);
    assert.deepEqual([ioCalls, codes], [1, ["stand-ins-called"]]);
  });

  it("is a stand-in where the class has no methods", async () => {
    const { ioCalls } = await told(`import { writeFile } from "node:fs/promises";
export async function keep(order: Order) {
  await writeFile("orders", order.id.trim());
}`);
    assert.equal(ioCalls, 1);
  });
});
