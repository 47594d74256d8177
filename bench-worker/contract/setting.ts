import * as v from "valibot";

/** A longer name is no setting's. */
const NAME_CHARACTERS_AT_MOST = 1_000;

const name = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(NAME_CHARACTERS_AT_MOST),
  v.notValue("__proto__"),
);

/** Where in a function's entry of a fakes file something is said: the names that lead there; of an argument its place. */
export const settingSchema = v.union([
  v.strictTuple([v.literal("fakes"), name, v.picklist(["kind", "returns", "value"])]),
  v.strictTuple([v.literal("environment"), name]),
  v.strictTuple([v.literal("arguments"), v.pipe(v.string(), v.regex(/^\d{1,3}$/))]),
]);

/** {@link settingSchema} */
export type Setting = v.InferOutput<typeof settingSchema>;

/** Where a fakes file says what a value is, by the name that facts have for it: `options.path`, `isReady()`; `*.ready` is any. */
export function settingOfValue(value: string): { readonly setting?: Setting } {
  return value.endsWith("()")
    ? settingOf("fakes", value.slice(0, -2), "returns")
    : settingOf("fakes", value, "value");
}

/** A setting; none where its name is too long for one. */
export function settingOf(...setting: Setting): { readonly setting?: Setting } {
  return v.is(settingSchema, setting) ? { setting } : {};
}
