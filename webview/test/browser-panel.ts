import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { panelPage } from "../../bench-worker/panel-page.ts";
import { isStale } from "../../scripts/build.ts";
import { THEMES, type ThemeName } from "./themes.ts";

const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
/** Where pictures of the panel go. */
export const screenshotFolder = path.join(project, "out/screenshots");

/** The panel's own page, bundle and policy in a real browser, with a stand-in for the editor's side. */
export interface BrowserPanel {
  readonly page: Page;
  /** What the panel has sent so far. */
  readonly sent: () => Promise<unknown[]>;
  /** Lets the extension's side say something; anything. */
  readonly say: (message: unknown) => Promise<void>;
  readonly wear: (theme: ThemeName) => Promise<void>;
  /** Console errors, uncaught errors and breaches of the policy. */
  readonly faults: readonly string[];
}

/** Gives the folder of the panel's bundle as it ships: what was built last, or bundled anew where the sources are newer. */
export function buildPanel(): string {
  if (!isStale(project, { suite: false })) return path.join(project, "dist/webview");
  const bundleFolder = path.join(project, "out/webview-test");
  const webpack = path.join(project, "node_modules/webpack/bin/webpack.js");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [webpack, "--mode", "production", "--config-name", "webview", "--output-path", bundleFolder],
    { cwd: project, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`webpack could not bundle the panel:\n${stdout}\n${stderr}`);
  return bundleFolder;
}

/** A server for the page and its two files, which lie in a folder. */
export async function servePanel(bundleFolder: string): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const address = `http://${request.headers.host ?? ""}`;
    const send = (type: string, body: string | Buffer) => {
      response.writeHead(200, { "content-type": type });
      response.end(body);
    };
    if (request.url === "/" || request.url === "/gallery") {
      const addresses = {
        scriptUri: `${address}/main.js`,
        styleUri: `${address}/main.css`,
        cspSource: address,
      };
      const page = request.url === "/gallery" ? { page: "gallery" as const } : {};
      const nonce = randomBytes(16).toString("hex");
      send("text/html; charset=utf-8", panelPage({ ...page, ...addresses, nonce }));
    } else if (request.url === "/main.js" || request.url === "/main.css") {
      const type = request.url.endsWith(".js") ? "text/javascript" : "text/css";
      readFile(path.join(bundleFolder, request.url)).then(
        (body) => send(`${type}; charset=utf-8`, body),
        () => response.writeHead(500).end(),
      );
    } else {
      response.writeHead(request.url === "/favicon.ico" ? 204 : 404).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Opens the panel in a page of its own, in the dark theme. */
export async function openPanel(browser: Browser, address: string): Promise<BrowserPanel> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  await page.addInitScript({ path: path.join(project, "webview/test/editor-stand-in.js") });
  await page.goto(address);
  const panel: BrowserPanel = {
    page,
    faults,
    sent: () => page.evaluate(() => (globalThis as unknown as { sentByPanel: unknown[] }).sentByPanel),
    say: (message) =>
      page.evaluate((data) => window.postMessage(data, "*"), message).then(() => settle(page)),
    wear: (name) =>
      page
        .evaluate(
          ({ bodyClass, variables }) => {
            document.documentElement.removeAttribute("style");
            for (const [variable, value] of Object.entries(variables)) {
              document.documentElement.style.setProperty(variable, value);
            }
            document.body.className = bodyClass;
          },
          THEMES[name] as { bodyClass: string; variables: Record<string, string> },
        )
        .then(() => settle(page)),
  };
  await panel.wear("dark");
  return panel;
}

/** Waits until what was asked for is drawn. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null)))),
  );
}

/** How many pixels of a canvas have exactly this colour, given as `#rrggbb`. */
export function pixelsOf(canvas: Locator, colour: string): Promise<number> {
  return canvas.evaluate((node, hex) => {
    const { width, height } = node as HTMLCanvasElement;
    const { data } = (node as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height);
    const wanted = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (wanted.every((value, channel) => data[at + channel] === value) && data[at + 3] === 255) count++;
    }
    return count;
  }, colour);
}

/** How far down a canvas, in its own pixels, the middle is of what has exactly this colour, given as `#rrggbb`; null where nothing has it. */
export function heightOf(canvas: Locator, colour: string): Promise<number | null> {
  return canvas.evaluate((node, hex) => {
    const { width, height } = node as HTMLCanvasElement;
    const { data } = (node as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height);
    const wanted = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
    let [count, sum] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      if (!wanted.every((value, channel) => data[at + channel] === value) || data[at + 3] !== 255) continue;
      count++;
      sum += Math.floor(at / 4 / width);
    }
    return count === 0 ? null : sum / count;
  }, colour);
}
