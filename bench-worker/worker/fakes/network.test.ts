import assert from "node:assert/strict";
import { once, type EventEmitter } from "node:events";
import type childProcess from "node:child_process";
import type dgram from "node:dgram";
import type http from "node:http";
import http2 from "node:http2";
import type net from "node:net";
import readline from "node:readline";
import { text } from "node:stream/consumers";
import type tls from "node:tls";
import type workerThreads from "node:worker_threads";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeChildProcess } from "./child-process.ts";
import { fakeDgram } from "./dgram.ts";
import { fakeHttp } from "./http.ts";
import { fakeHttp2 } from "./http2.ts";
import { fakeNet } from "./net.ts";
import { fakeWorkerThreads } from "./threads.ts";
import { fakeWebSockets } from "./web-sockets.ts";

const INJECTION = {
  expression: "net.connect",
  mode: "error",
  layer: "calls-back",
  helper: "none",
  final: null,
} as const;

describe("the fake network", () => {
  let core: IoCore;
  beforeEach(() => {
    core = new IoCore(new VirtualClock(), 1);
  });

  const fakeOf = <T>(module: object): T => module as T;

  it("connects sockets to nobody, and answers once what is written together", async () => {
    const socket = fakeOf<typeof net>(fakeNet(core).net).connect(5432, "example.com");
    assert.equal(socket.connecting, true);
    socket.write("a");
    socket.write("b");
    await once(socket, "connect");
    const [answer] = (await once(socket, "data")) as [Buffer];
    assert.deepEqual(JSON.parse(String(answer)), {});
    assert.equal(core.calls, 2);
    socket.end();
    await once(socket, "close");
    assert.equal(socket.readyState, "closed");
  });

  it("greets whoever reads and has written nothing", async () => {
    const socket = fakeOf<typeof net>(fakeNet(core).net).connect({ port: 25 });
    for await (const line of readline.createInterface({ input: socket })) {
      assert.equal(line, "{\t}");
      socket.end();
    }
  });

  it("closes a socket that is ended before it is connected", async () => {
    const socket = fakeOf<typeof net>(fakeNet(core).net).connect(80);
    socket.end();
    await once(socket, "close");
    assert.equal(core.calls, 1);
    const written = fakeOf<typeof net>(fakeNet(core).net).connect(80);
    written.end("a");
    assert.equal(await text(written), "{\t}\r\n");
  });

  it("secures sockets, and takes over those that are there", async () => {
    const { connect } = fakeOf<typeof tls>(fakeNet(core).tls);
    const socket = await new Promise<tls.TLSSocket>((resolve) => {
      const made = connect(443, "example.com", {}, () => resolve(made));
    });
    assert.deepEqual([socket.encrypted, socket.authorized], [true, true]);
    await once(connect({ socket }), "secureConnect");
  });

  it("fails as sockets do where an error is injected", async () => {
    core.watch({ onCall: () => INJECTION });
    const socket = fakeOf<typeof net>(fakeNet(core).net).connect(1);
    await assert.rejects(once(socket, "connect"));
    assert.equal(socket.destroyed, true);
  });

  it("lets servers listen and close, of net, tls, http and http2", async () => {
    const { net, tls } = fakeNet(core);
    const modules = [net, tls, fakeHttp(core).http, fakeHttp2(core, http2)].map(fakeOf<typeof http>);
    for (const { createServer } of modules) {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, resolve));
      assert.equal((server.address() as net.AddressInfo).address, "127.0.0.1");
      await server[Symbol.asyncDispose]();
      assert.equal(server.listening, false);
    }
    assert.equal(core.calls, 8);
  });

  it("tells who gave a callback that a server could not be closed, whoever else listens", async () => {
    core.watch({
      onCall: ({ expression }) => (expression === "net.Server.close" ? { ...INJECTION, expression } : null),
    });
    const server = fakeOf<typeof net>(fakeNet(core).net).createServer();
    server.on("error", assert.ifError);
    const failure = await new Promise<Error | undefined>((resolve) => server.close(resolve));
    assert.ok(failure instanceof Error);
  });

  it("sends requests of http2 once the session is connected, and none without it", async () => {
    const { connect } = fakeOf<typeof http2>(fakeHttp2(core, http2));
    const session = connect("https://example.com");
    const early = session.request({ ":method": "POST" });
    early.end("{}");
    assert.equal(early.pending, true);
    assert.equal(core.calls, 1);
    await once(session, "connect");
    assert.equal(core.calls, 2);
    await once(early, "response");
    const open = session.request({ ":path": "/" });
    session.destroy();
    await once(open, "close");
    assert.throws(() => session.request({}), { code: "ERR_HTTP2_INVALID_SESSION" });
    core.watch({ onCall: ({ expression }) => ({ ...INJECTION, expression }) });
    const lost = connect("https://example.com");
    lost.on("error", () => undefined);
    const request = lost.request({ ":path": "/" });
    await assert.rejects(once(request, "response"), { code: "ERR_HTTP2_STREAM_CANCEL" });
  });

  it("tells whoever waits for it of the connection of a request", async () => {
    const request = fakeOf<typeof http>(fakeHttp(core).http).request("http://a.example/", { method: "POST" });
    assert.equal(request.socket, null);
    const [socket] = (await once(request, "socket")) as [net.Socket];
    socket.setKeepAlive(true).setTimeout(1000);
    assert.equal(request.socket, socket);
    request.end("{}");
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    assert.equal(response.statusCode, 200);
  });

  it("answers requests of http2", async () => {
    const session = fakeOf<typeof http2>(fakeHttp2(core, http2)).connect("https://example.com");
    const request = session.request({ ":path": "/" });
    const [headers] = (await once(request, "response")) as [http2.IncomingHttpHeaders];
    assert.equal(headers[":status"], 200);
    assert.equal(await text(request), "{\t}");
    const last = session.request({ ":path": "/last" });
    session.close();
    assert.deepEqual([session.closed, session.destroyed], [true, false]);
    last.resume();
    await Promise.all([once(last, "close"), once(session, "close")]);
    assert.equal(session.destroyed, true);
  });

  it("answers datagrams", async () => {
    const socket = fakeOf<typeof dgram>(fakeDgram(core)).createSocket("udp4");
    await new Promise<void>((resolve) => socket.bind(0, resolve));
    const answered = once(socket, "message");
    socket.send("ping", 53, "example.com");
    assert.equal(String((await answered)[0]), "{\t}");
    assert.equal(core.calls, 3);
  });

  it("answers messages to threads and programs, and ends those that are sent none", async () => {
    const { Worker } = fakeOf<typeof workerThreads>(fakeWorkerThreads(core));
    const { fork } = fakeOf<typeof childProcess>(fakeChildProcess(core, true));
    const begin: (() => EventEmitter)[] = [() => new Worker("./job.js"), () => fork("./job.js")];
    for (const start of begin) {
      const alone = start();
      await once(alone, "message");
      assert.deepEqual((await once(alone, "exit"))[0], 0);
    }
    const worker = new Worker("./job.js");
    worker.postMessage(1);
    await once(worker, "message");
    assert.equal(await worker.terminate(), 1);
    const child = fork("./job.js");
    child.send(1);
    await once(child, "message");
    child.disconnect();
    await once(child, "exit");
  });

  it("has threads and programs to which nobody listens say nothing, which would be one more I/O call", async () => {
    const { Worker } = fakeOf<typeof workerThreads>(fakeWorkerThreads(core));
    const { fork } = fakeOf<typeof childProcess>(fakeChildProcess(core, true));
    const begin: (() => EventEmitter)[] = [() => new Worker("./job.js"), () => fork("./job.js")];
    const made: unknown[] = [];
    for (const start of begin) {
      for (const events of [["exit"], ["message", "exit"]]) {
        const steps: string[] = [];
        const { event } = core;
        core.event = (expression, ...rest) => {
          steps.push(expression);
          event.call(core, expression, ...rest);
        };
        const begun = start();
        await Promise.all(events.map((name) => once(begun, name)));
        core.event = event;
        made.push(steps);
      }
    }
    assert.deepEqual(made, [
      ["worker_threads.Worker"],
      ["worker_threads.Worker", "Worker.message"],
      ["child_process.fork"],
      ["child_process.fork", "ChildProcess.message"],
    ]);
  });

  it("has programs print JSON", async () => {
    const { spawn } = fakeOf<typeof childProcess>(fakeChildProcess(core, false));
    assert.equal(await text(spawn("list").stdout), "{\t}");
  });

  it("talks by WebSocket, EventSource and XMLHttpRequest", async () => {
    const { WebSocket, EventSource, XMLHttpRequest } = fakeWebSockets(core) as Record<
      string,
      new (url?: string) => EventTarget & Record<string, never>
    >;
    const heard = (target: EventTarget, event: string): Promise<Event & { data?: string }> =>
      new Promise((resolve) => target.addEventListener(event, resolve));
    const socket = new WebSocket!("ws://example.com");
    await heard(socket, "open");
    Reflect.apply(socket.send as never, socket, ["hello"]);
    assert.equal((await heard(socket, "message")).data, "{\t}");
    Reflect.apply(socket.close as never, socket, []);
    await heard(socket, "close");
    const source = new EventSource!("https://example.com");
    assert.equal((await heard(source, "message")).data, "{\t}");
    const request = new XMLHttpRequest!();
    Reflect.apply(request.open as never, request, ["GET", "/"]);
    Reflect.apply(request.send as never, request, []);
    await heard(request, "load");
    assert.deepEqual([request.status, request.responseText], [200, "{\t}"]);
    const ask = (responseType: string): Promise<unknown> => {
      const binary = new XMLHttpRequest!();
      Object.assign(binary, { responseType });
      Reflect.apply(binary.open as never, binary, ["POST", "/"]);
      Reflect.apply(binary.send as never, binary, []);
      const sent = heard(binary["upload"] as unknown as EventTarget, "load");
      return Promise.all([heard(binary, "load"), sent]).then(() => binary["response"]);
    };
    assert.ok((await ask("arraybuffer")) instanceof ArrayBuffer);
    assert.equal(await ((await ask("blob")) as Blob).text(), "{\t}");
  });

  it("knows XMLHttpRequest's states by their names, and answers at once where it is synchronous", () => {
    const { XMLHttpRequest, EventSource } = fakeWebSockets(core) as Record<
      string,
      new (url?: string) => object
    >;
    const request = new XMLHttpRequest!() as unknown as {
      open(method: string, url: string, isAsynchronous: boolean): void;
      send(): void;
      readonly readyState: number;
      readonly DONE: number;
      readonly status: number;
      readonly responseText: string;
    };
    request.open("GET", "/", false);
    request.send();
    assert.deepEqual([request.readyState, request.status, request.responseText], [request.DONE, 200, "{\t}"]);
    assert.equal(core.calls, 0);
    assert.equal(Reflect.get(new EventSource!("/"), "CLOSED"), 2);
  });

  it("sends binary messages to who says what they shall be", async () => {
    const { WebSocket } = fakeWebSockets(core) as {
      WebSocket: new (url: string) => EventTarget & { send(): void };
    };
    const heard = (binaryType: string): Promise<unknown> =>
      new Promise((resolve) => {
        const socket = Object.assign(new WebSocket("ws://example.com"), { binaryType });
        socket.addEventListener("open", () => socket.send());
        socket.addEventListener("message", (event) => resolve(Reflect.get(event, "data")));
      });
    assert.ok((await heard("arraybuffer")) instanceof ArrayBuffer);
    assert.equal(await ((await heard("blob")) as Blob).text(), "{\t}");
  });
});
