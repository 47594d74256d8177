import os from "node:os";
import type { IoCore } from "../io/io-core.ts";
import { blockedFunction } from "./blocked.ts";

/** `os`: what it tells of the machine is true, but for whose machine it is; it changes nothing. */
export function fakeOs(core: IoCore): object {
  const home = os.homedir();
  return {
    ...os,
    hostname: () => "localhost",
    networkInterfaces: () => ({}),
    userInfo: () => ({ uid: -1, gid: -1, username: "user", homedir: home, shell: null }),
    setPriority: blockedFunction("os.setPriority", core),
  };
}
