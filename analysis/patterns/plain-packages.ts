/** Packages that only compute: no call of theirs does I/O or answers later. */
const PLAIN_PACKAGES: ReadonlySet<string> = new Set([
  // Values, lists and objects.
  ...["lodash-es", "underscore", "ramda", "remeda", "deepmerge", "fast-deep-equal", "klona"],
  ...["object-assign", "defu", "dot-prop", "immer", "immutable", "fast-json-stable-stringify"],
  // Times.
  ...["date-fns", "dayjs", "moment", "moment-timezone", "luxon", "ms", "pretty-ms"],
  // Ids and versions.
  ...["uuid", "nanoid", "ulid", "cuid", "semver", "pretty-bytes"],
  // Texts.
  ...[
    "chalk",
    "kleur",
    "picocolors",
    "colorette",
    "ansi-colors",
    "strip-ansi",
    "wrap-ansi",
    "string-width",
    "boxen",
  ],
  ...["camelcase", "change-case", "pluralize", "slugify", "escape-html", "escape-string-regexp", "dedent"],
  ...["qs", "query-string", "mime-types", "minimatch", "micromatch", "picomatch", "classnames", "clsx"],
]);

/**
 * Whether a callee's path, see `calleePath`, begins with a package that only computes: `lodash-es.merge`. A parameter, and a module of the project, may have
 * such a name as well.
 */
export function isOfPlainPackage(path: string): boolean {
  return PLAIN_PACKAGES.has(/^[^./]*/.exec(path)![0]);
}
