import type { IoCore } from "../io/io-core.ts";

/** Events go to listeners and to the handler that is named after them: `onmessage`. */
class Target extends EventTarget {
  protected tell(type: string, more: object = {}): void {
    const event = Object.assign(new Event(type), more);
    const handler: unknown = Reflect.get(this, `on${type}`);
    if (typeof handler === "function") Reflect.apply(handler, this, [event]);
    this.dispatchEvent(event);
  }
}

/** Hears what becomes of what is sent. */
class Upload extends Target {
  /** It has arrived. */
  arrive(): void {
    this.tell("load");
    this.tell("loadend");
  }
}

/**
 * The web's own ways to talk with a server beside `fetch`, talking to nobody: what is sent is answered by JSON with what
 * the source reads, which is what a server that tells by itself says first.
 */
export function fakeWebSockets(core: IoCore): Record<string, unknown> {
  return { WebSocket: webSocket(core), EventSource: eventSource(core), XMLHttpRequest: xmlHttpRequest(core) };
}

function webSocket(core: IoCore): unknown {
  return class WebSocket extends Target {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSING = 2;
    readonly CLOSED = 3;
    readonly url: string;
    readonly protocol = "";
    readonly extensions = "";
    readonly bufferedAmount = 0;
    readyState = 0;
    #binaryType = "blob";
    /** Who says what binary messages shall be is sent such. */
    #isBinary = false;

    constructor(url: unknown) {
      super();
      this.url = String(url);
      this.#step("WebSocket", () => {
        if (this.readyState !== this.CONNECTING) return;
        this.readyState = this.OPEN;
        this.tell("open");
      });
    }

    get binaryType(): string {
      return this.#binaryType;
    }

    set binaryType(type: string) {
      if (type !== "blob" && type !== "arraybuffer") return;
      this.#binaryType = type;
      this.#isBinary = true;
    }

    send(): void {
      if (this.readyState === this.CONNECTING) throw new Error("Sent before established a connection");
      if (this.readyState === this.OPEN) this.#say();
    }

    close(code = 1000, reason = ""): void {
      if (this.readyState >= this.CLOSING) return;
      this.readyState = this.CLOSING;
      this.#step("WebSocket.close", () => this.#closed(code, reason, true));
    }

    #say(): void {
      this.#step("WebSocket.message", () => {
        if (this.readyState !== this.OPEN) return;
        this.tell("message", { data: this.#message(), origin: this.url });
      });
    }

    #message(): unknown {
      return this.#isBinary ? binaryJson(core, this.#binaryType) : core.json;
    }

    #step(expression: string, run: () => void): void {
      core.event(expression, run, (error) => {
        this.tell("error", { error, message: error.message });
        this.#closed(1006, "", false);
      });
    }

    #closed(code: number, reason: string, wasClean: boolean): void {
      if (this.readyState === this.CLOSED) return;
      this.readyState = this.CLOSED;
      this.tell("close", { code, reason, wasClean });
    }
  };
}

function eventSource(core: IoCore): unknown {
  return class EventSource extends Target {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSED = 2;
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSED = 2;
    readonly url: string;
    readonly withCredentials = false;
    readyState = 0;

    constructor(url: unknown) {
      super();
      this.url = String(url);
      this.#step("EventSource", () => {
        this.readyState = 1;
        this.tell("open");
        this.#step("EventSource.message", () => {
          if (this.readyState === 1)
            this.tell("message", { data: core.json, lastEventId: "", origin: this.url });
        });
      });
    }

    close(): void {
      this.readyState = 2;
    }

    #step(expression: string, run: () => void): void {
      core.event(expression, run, (error) => this.tell("error", { error }));
    }
  };
}

function xmlHttpRequest(core: IoCore): unknown {
  return class XMLHttpRequest extends Target {
    static readonly UNSENT = 0;
    static readonly OPENED = 1;
    static readonly HEADERS_RECEIVED = 2;
    static readonly LOADING = 3;
    static readonly DONE = 4;
    readonly UNSENT = 0;
    readonly OPENED = 1;
    readonly HEADERS_RECEIVED = 2;
    readonly LOADING = 3;
    readonly DONE = 4;
    readonly upload = new Upload();
    readyState = 0;
    status = 0;
    statusText = "";
    responseType = "";
    responseText = "";
    response: unknown = "";
    responseURL = "";
    timeout = 0;
    withCredentials = false;
    /** Counts what was sent, opened and aborted: an answer is to the last of them only. */
    #turn = 0;
    #isSynchronous = false;

    open(_method: unknown, url: unknown, isAsynchronous: unknown = true): void {
      this.#isSynchronous = !isAsynchronous;
      this.#turn++;
      this.responseURL = String(url);
      this.#reach(1);
    }

    send(): void {
      if (this.#isSynchronous) {
        this.#answerAtOnce();
        return;
      }
      const turn = ++this.#turn;
      core.noteUse("XMLHttpRequest", "stream");
      core.step("XMLHttpRequest", (error) => {
        if (turn !== this.#turn) return;
        if (error === null) {
          this.upload.arrive();
          this.#answered();
        }
        this.#reach(4);
        this.tell(error === null ? "load" : "error", { loaded: core.json.length, total: core.json.length });
        this.tell("loadend");
      });
    }

    /** As other synchronous I/O: it takes no time, and is none that anything waits for. */
    #answerAtOnce(): void {
      core.noteUse("XMLHttpRequest", "sync");
      this.#answered();
      this.#reach(4);
      this.tell("load", { loaded: core.json.length, total: core.json.length });
      this.tell("loadend");
    }

    #answered(): void {
      this.status = 200;
      this.statusText = "OK";
      this.#reach(2);
      const isText = this.responseType === "" || this.responseType === "text";
      this.responseText = isText ? core.json : "";
      this.response = this.#body();
    }

    #body(): unknown {
      switch (this.responseType) {
        case "json":
          return core.makeBody?.("XMLHttpRequest.response") ?? {};
        case "arraybuffer":
        case "blob":
          return binaryJson(core, this.responseType);
        default:
          return core.json;
      }
    }

    #reach(readyState: number): void {
      this.readyState = readyState;
      this.tell("readystatechange");
    }

    abort(): void {
      this.#turn++;
      this.tell("abort");
      this.tell("loadend");
    }

    setRequestHeader(): void {
      // There is nobody to send it to.
    }

    overrideMimeType(): void {
      // What is answered is text.
    }

    getResponseHeader(name: unknown): string | null {
      return String(name).toLowerCase() === "content-type" ? "application/json" : null;
    }

    getAllResponseHeaders(): string {
      return "content-type: application/json\r\n";
    }
  };
}

function binaryJson(core: IoCore, type: string): ArrayBuffer | Blob {
  return type === "blob"
    ? new Blob([core.json], { type: "application/json" })
    : new TextEncoder().encode(core.json).buffer;
}
