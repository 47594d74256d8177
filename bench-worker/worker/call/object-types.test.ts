import assert from "node:assert/strict";
import { declaredTypesIn, membersOf } from "./object-types.ts";

const TEXT = `
export interface NewItem extends Base {
  readonly productId: number; // its number
  quantity?: number
  kind:
    | "book"
    | "pen"
  tags: Map<string, { a: number }>
  save(): Promise<void>
}
type Args = { first?: number; after?: string };
type Wide<T> = { of: T };
`;
const names = (type: string): unknown =>
  membersOf(type, declaredTypesIn(TEXT))?.map(
    ({ name, type: of, optional }) => `${name}${optional ? "?" : ""}:${of.replace(/\s+/g, " ")}`,
  );

describe("the members of an object's type", () => {
  it("are read where it stands and where the file declares it", () => {
    assert.deepEqual(names("{ a: string, 'b-c'?: (x: number) => void; }"), [
      "a:string",
      "b-c?:(x: number) => void",
    ]);
    assert.deepEqual(names("Args"), ["first?:number", "after?:string"]);
    assert.deepEqual(names("Readonly<NewItem>"), [
      "productId:number",
      "quantity?:number",
      'kind:| "book" | "pen"',
      "tags:Map<string, { a: number }>",
    ]);
  });

  it("are not known of any other", () => {
    for (const type of ["string", "Other", "Wide", "{ a: 1 } | null", "Args[]"])
      assert.equal(membersOf(type, declaredTypesIn(TEXT)), null, type);
  });
});
