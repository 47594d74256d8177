import net from "node:net";
import tls from "node:tls";
import type { IoCore } from "../io/io-core.ts";
import { callable, fakeServer } from "./servers.ts";
import { fakeSockets } from "./sockets.ts";

/**
 * `net` and `tls` whose sockets are connected to nobody and whose servers nobody comes to. What only computes is the
 * real one.
 */
export function fakeNet(core: IoCore): { net: object; tls: object } {
  const { Socket, TLSSocket } = fakeSockets(core);
  const NetServer = callable(fakeServer(core, "net", "connection"));
  const TlsServer = callable(fakeServer(core, "tls", "secureConnection"));
  const secureContext = (): object => ({ context: {} });
  const connect = (...parameters: unknown[]): object =>
    new Socket(optionsIn(parameters)).connect(...parameters);
  const connectSecurely = (...parameters: unknown[]): object =>
    new TLSSocket(undefined, optionsIn(parameters)).connect(...parameters);
  return {
    net: {
      BlockList: net.BlockList,
      SocketAddress: net.SocketAddress,
      isIP: net.isIP,
      isIPv4: net.isIPv4,
      isIPv6: net.isIPv6,
      getDefaultAutoSelectFamily: () => true,
      setDefaultAutoSelectFamily: () => undefined,
      getDefaultAutoSelectFamilyAttemptTimeout: () => 250,
      setDefaultAutoSelectFamilyAttemptTimeout: () => undefined,
      Socket: callable(Socket),
      Stream: callable(Socket),
      Server: NetServer,
      connect,
      createConnection: connect,
      createServer: (...parameters: unknown[]) => new NetServer(...parameters),
    },
    tls: {
      CLIENT_RENEG_LIMIT: tls.CLIENT_RENEG_LIMIT,
      CLIENT_RENEG_WINDOW: tls.CLIENT_RENEG_WINDOW,
      DEFAULT_CIPHERS: tls.DEFAULT_CIPHERS,
      DEFAULT_ECDH_CURVE: tls.DEFAULT_ECDH_CURVE,
      DEFAULT_MIN_VERSION: tls.DEFAULT_MIN_VERSION,
      DEFAULT_MAX_VERSION: tls.DEFAULT_MAX_VERSION,
      convertALPNProtocols: Reflect.get(tls, "convertALPNProtocols") as unknown,
      checkServerIdentity: tls.checkServerIdentity,
      getCiphers: tls.getCiphers,
      rootCertificates: [],
      getCACertificates: () => [],
      SecureContext: secureContext,
      createSecureContext: secureContext,
      TLSSocket: callable(TLSSocket),
      Server: TlsServer,
      connect: connectSecurely,
      createServer: (...parameters: unknown[]) => new TlsServer(...parameters),
    },
  };
}

function optionsIn(parameters: readonly unknown[]): unknown {
  return parameters.find((parameter) => typeof parameter === "object" && parameter !== null);
}
