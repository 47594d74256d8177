import { types } from "node:util";
import type { CallEnd } from "../../call/call-end.ts";
import { isObject } from "../../io/is-object.ts";
import type { UniversalFakes } from "../universal/universal-fakes.ts";
import { plainName, plainNamesIn } from "./plain-name.ts";

const DEEPEST = 8;
/** Members that are compared; of more it is taken to be the same. */
const MEMBERS_AT_MOST = 1_000;

type NameOf = (value: unknown) => string | undefined;

/** The name of a stand-in by which its plain value is known; undefined for any other value. */
export function nameIn(fakes: Pick<UniversalFakes, "nameOf">): NameOf {
  return (value) => {
    const name = fakes.nameOf(value);
    return name === undefined ? undefined : plainName(name);
  };
}

/** Whether a call with plain values came to the end that it had with stand-ins. */
export function isSameEnd(
  withStandIns: CallEnd | undefined,
  plain: CallEnd | undefined,
  nameOf: NameOf,
  fakes: Pick<UniversalFakes, "nameOf" | "isPlainOf">,
): boolean {
  if (withStandIns?.how !== plain?.how) return false;
  const left = { members: MEMBERS_AT_MOST };
  const plainNameOf = nameIn(fakes);
  const isSame = (one: unknown, other: unknown, depth: number): boolean => {
    const name = nameOf(one);
    if (name !== undefined) return plainNameOf(other) === name || fakes.isPlainOf(name, other);
    if (typeof one === "string" && typeof other === "string")
      return one === other || plainNamesIn(one) === plainNamesIn(other);
    if (!isObject(one) || !isObject(other)) return Object.is(one, other);
    if (typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other)) return false;
    // What only engines and others' proxies can see into, is compared by its kind alone.
    if (types.isProxy(one) || types.isProxy(other)) return true;
    if (types.isNativeError(one) || types.isNativeError(other))
      return isSame((one as Error).message, (other as Error).message, depth + 1);
    const [keys, otherKeys] = [Object.keys(one), Object.keys(other)];
    if (keys.length !== otherKeys.length || depth > DEEPEST) return keys.length === otherKeys.length;
    return keys.every((key) => {
      if (--left.members < 0) return true;
      const [own, theirs] = [one, other].map((holder) => Object.getOwnPropertyDescriptor(holder, key));
      if (own === undefined || theirs === undefined) return false;
      return !("value" in own) || isSame(own.value, theirs.value, depth + 1);
    });
  };
  return isSame(withStandIns?.value, plain?.value, 0);
}
