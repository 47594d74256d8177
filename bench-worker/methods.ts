/** Version of the contract between host and worker; a worker that says another one in `ready` is not used. */
export const PROTOCOL_VERSION = 1;

/** JSON-RPC method names of that contract. */
export const METHODS = {
  ready: "async-cost/ready",
  run: "async-cost/run",
  progress: "async-cost/progress",
} as const;
