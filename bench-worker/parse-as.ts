import * as v from "valibot";

/**
 * Parses `data` by `schema`.
 *
 * @throws {TypeError} one line: what was read, the path of the first field that is wrong, and why.
 */
export function parseAs<const S extends v.GenericSchema>(
  schema: S,
  data: unknown,
  what: string,
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, data, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  const path = v.getDotPath(issue) ?? "the whole";
  throw new TypeError(`Not a valid ${what}: ${path}: ${issue.message}`);
}
