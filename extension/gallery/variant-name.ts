/**
 * The path of a copy beside `path`: `upload.variant.js`, or with a number where that is taken.
 *
 * @param path With `/` between its parts.
 */
export function variantPath(path: string, isTaken: (path: string) => boolean): string {
  const [, stem = path, ending = ""] = /^(.*?[^/])(\.[^./]+)?$/.exec(path) ?? [];
  const own = stem.replace(/\.variant(-\d+)?$/, "");
  for (let number = 1; ; number++) {
    const candidate = `${own}.variant${number === 1 ? "" : `-${number}`}${ending}`;
    if (!isTaken(candidate)) return candidate;
  }
}
