import type { Configuration } from "webpack";

/** The settings of each bundle. */
export default function configurations(
  environment: unknown,
  options: { readonly mode?: "development" | "production" },
): Configuration[];
