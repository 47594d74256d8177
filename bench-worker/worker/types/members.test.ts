import assert from "node:assert/strict";
import { declarationIn, enumMemberIn } from "./declarations.ts";
import { membersOf } from "./members.ts";
import { alternativesIn, answerOf, resolved, type Scope } from "./type.ts";

const TEXT = `
export interface NewItem extends Base<Date>, Other {
  readonly productId: number; // its number: not { text }
  quantity?: number
  kind:
    | "book"
    | "pen"
  tags: Map<string, { a: number }>
  save(of: { (): void }): Promise<{ f(): void }>
}
interface Base<Of extends object = {}> { at: Of; kind: "any" }
type Args = { first?: number; after?: string };
type Wide<T> = { of: T };
export type Both = Pick<NewItem, "productId" | "at"> & Partial<Wide<string>>;
type Failed = "failed"
type Handler<T> = (event: T, at?: number) => Promise<void>;
export type State =
  | "done" | Failed
enum Level { Low, High = 4, Top, Named = 'named' }
/** @typedef {{ id: number, of: Args }} Row */
/**
 * @typedef {object} Job
 * @property {string} name
 * @property {number} [tries]
 */
`;
const scope: Scope = {
  find: (name) => {
    const declared = declarationIn(TEXT, name);
    return declared === undefined ? undefined : { ...declared, scope };
  },
};
const names = (text: string): unknown =>
  membersOf({ text, scope })?.map(
    ({ name, type, optional }) => `${name}${optional ? "?" : ""}:${type.text.replace(/\s+/g, " ")}`,
  );
const alternatives = (text: string): string[] => alternativesIn({ text, scope }).map((one) => one.text);

describe("the members of an object's type", () => {
  it("are read past brackets in comments", () => {
    const text = `
      interface Limits {
        /** must be > 0, or } */ limit: number; // 1) first, or {
        name: string;
      }
      enum Order { /* ) */ Up = "up", Down = "down" /* } */ }
      /** { */
      interface After { after: boolean }`;
    const commented: Scope = {
      find: (name) => {
        const declared = declarationIn(text, name);
        return declared === undefined ? undefined : { ...declared, scope: commented };
      },
    };
    const namesIn = (one: string) => membersOf({ text: one, scope: commented })?.map(({ name }) => name);
    assert.deepEqual(namesIn("Limits"), ["limit", "name"]);
    assert.deepEqual(namesIn("After"), ["after"]);
    assert.deepEqual(enumMemberIn(text, "Order", "Down"), '"down"');
  });

  it("and alternatives are found at once where names share theirs in many ways", () => {
    let asked = 0;
    const between = (sign: string): Scope => ({
      find: (name) => {
        asked++;
        const next = `T${Number(name.slice(1)) + 1}`;
        const text = next === "T9" ? "{ a: 'x' }" : `${next} ${sign} ${next} ${sign} ${next}`;
        return { text, scope: between(sign), parameters: [] };
      },
    });
    const shared = between("|");
    const own: Scope = { find: (name) => ({ ...shared.find(name)!, scope: own }) };
    assert.deepEqual(
      alternativesIn({ text: "T0", scope: own }).map(({ text }) => text),
      ["{ a: 'x' }"],
    );
    assert.ok(asked < 100, `${asked}`);
    asked = 0;
    assert.deepEqual(
      membersOf({ text: "T0", scope: between("&") })?.map(({ name }) => name),
      ["a"],
    );
    assert.ok(asked < 1000, `${asked}`);
  });

  it("are read where it stands and where the file declares it, with those that it extends", () => {
    assert.deepEqual(names("{ a: string, 'b-c'?: (x: number) => void; }"), [
      "a:string",
      "b-c?:(x: number) => void",
    ]);
    assert.deepEqual(names("Args"), ["first?:number", "after?:string"]);
    assert.deepEqual(names("Readonly<NewItem>"), [
      "at:Of",
      'kind:| "book" | "pen"',
      "productId:number",
      "quantity?:number",
      "tags:Map<string, { a: number }>",
      "save:(of: { (): void }) => Promise<{ f(): void }>",
    ]);
  });

  it("are those that are picked, put together, or named in a comment", () => {
    assert.deepEqual(names("Both"), ["at:Of", "productId:number", "of?:T"]);
    assert.deepEqual(names("Row"), ["id:number", "of:Args"]);
    assert.deepEqual(names("Job"), ["name:string", "tries?:number"]);
  });

  it("have the types that their object's type was given", () => {
    const [of] = membersOf({ text: "Wide<State>", scope })!;
    assert.deepEqual(
      alternativesIn(of!.type).map((one) => one.text),
      ['"done"', '"failed"'],
    );
  });

  it("are not known of any other", () => {
    for (const type of ["string", "Missing", "{ a: 1 } | null", "Args[]"])
      assert.equal(membersOf({ text: type, scope }), null, type);
  });
});

describe("the alternatives of a type", () => {
  it("are those of the names in it, and the values of enums", () => {
    assert.deepEqual(alternatives("State | null"), ['"done"', '"failed"', "null"]);
    assert.deepEqual(alternatives("Level"), ["0", "4", "5", "'named'"]);
    assert.deepEqual(alternatives("(Failed)"), ['"failed"']);
  });
});

describe("what a function gives", () => {
  it("is what is waited for of its promise", () => {
    assert.equal(answerOf({ text: "(id: (x: number) => void) => Promise<Wide<1>>", scope })?.text, "Wide<1>");
    assert.equal(answerOf({ text: "<T>(id: T) => T[]", scope })?.text, "T[]");
    assert.equal(answerOf({ text: "Args", scope }), undefined);
  });

  it("are those of a function's parameter, too", () => {
    const of = (text: string): string => resolved({ text, scope }).text;
    assert.deepEqual(names("Parameters<Handler<Args>>[0]"), ["first?:number", "after?:string"]);
    assert.equal(of("Parameters<Handler<Args>>[1]"), "number");
    assert.equal(of("Parameters<Handler<Args>>[2]"), "Parameters<Handler<Args>>[2]");
    assert.equal(of("Parameters<Unknown>[0]"), "Parameters<Unknown>[0]");
  });
});
