import type { Walls } from "../../environment.ts";

/** What of `process` tells of its permission model; there is none where the process was started without. */
interface Permitted {
  readonly permission?: { readonly has: (scope: string) => boolean };
  readonly allowedNodeEnvironmentFlags: ReadonlySet<string>;
}

/** What this process's runtime refuses by itself, as it was started: the host does not take its flags' word for it. */
export function wallsHere({ permission, allowedNodeEnvironmentFlags }: Permitted = process): Walls {
  const refuses = (...scopes: string[]): boolean =>
    permission !== undefined && scopes.every((scope) => !permission.has(scope));
  // An older Node says of every scope it does not know that it is refused, the network among them.
  const knowsNetwork = allowedNodeEnvironmentFlags.has("--allow-net");
  const wall = (isRefused: boolean): Walls["files"] => (isRefused ? "runtime" : "fakes");
  return {
    files: wall(refuses("fs.write")),
    processes: wall(refuses("child", "worker")),
    network: wall(knowsNetwork && refuses("net")),
  };
}
