import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Browser, Frame, Locator, Page } from "playwright-core";
import { openBrowser, openStillPage } from "../../../scripts/editor/browser.ts";
import { prepareEditor } from "../../../scripts/editor/prepare.ts";
import { startServer, type Server } from "../../../scripts/editor/server.ts";
import { TEST_SETTINGS } from "../../../scripts/editor/settings.ts";
import { workbenchUrl } from "../../../scripts/editor/workbench-url.ts";
import { PanelPage } from "./panel-page.ts";
import { PATIENCE_MILLISECONDS, until } from "./until.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");

/** How a window is opened. */
export interface WindowOptions {
  readonly folder: string;
  /** Set in the environment of the extension. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Over the settings that every editor under test has. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The extension, packed; it is straight from this repository when this is left out. */
  readonly packedExtension?: string;
}

/** VS Code's window with the extension in it, worked by mouse and keyboard only. */
export class EditorWindow {
  readonly page: Page;
  readonly #server: Server;
  readonly #browser: Browser;
  #closed = false;

  private constructor(page: Page, server: Server, browser: Browser) {
    this.page = page;
    this.#server = server;
    this.#browser = browser;
  }

  /** Starts an editor of its own and waits until its window is drawn. */
  static async open({
    folder,
    settings = {},
    environment = {},
    packedExtension,
  }: WindowOptions): Promise<EditorWindow> {
    const editor = await prepareEditor((line) => console.log(line));
    const server = await startServer(editor, {
      settings: { ...TEST_SETTINGS, ...settings },
      // Who installs it has all the others beside it.
      ...(packedExtension === undefined
        ? { linkedExtension: root, fewExtensions: true }
        : { packedExtension }),
      environment,
    });
    let browser: Browser | undefined;
    try {
      browser = await openBrowser();
      const page = await openStillPage(browser, { width: 1500, height: 940 });
      page.setDefaultTimeout(PATIENCE_MILLISECONDS);
      const { port, token } = server;
      await page.goto(workbenchUrl({ port, token, folder }));
      const window = new EditorWindow(page, server, browser);
      await window.#drawn();
      return window;
    } catch (error) {
      await browser?.close();
      await server.stop();
      throw error;
    }
  }

  /** Ends the editor and all it has started; once is enough. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#browser.close();
    await this.#server.stop();
  }

  /** The process that all processes of this editor descend from. */
  get serverPid(): number {
    return this.#server.pid;
  }

  /** Writes over the user's settings; a window that is loaded anew has them. */
  async changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#server.changeSettings(settings);
  }

  /** Loads the window anew by its own command, which lets the editor save its state first, as F5 does not. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent("domcontentloaded");
    await this.runCommand("Developer: Reload Window");
    await loaded;
    await this.#drawn();
  }

  /** Opens a file of the folder by "Go to File". */
  async openFile(name: string): Promise<void> {
    const label = this.page.locator(".label-name", { hasText: exactly(name) });
    const row = this.page.locator(".quick-input-list .monaco-list-row", { has: label }).first();
    const input = this.page.locator(".quick-input-box input");
    // A webview that is still being loaded swallows keys, and takes the focus when it is there, which closes the list.
    await until("the list of files", async () => {
      await this.page.keyboard.press("Control+P");
      try {
        await input.fill(name, { timeout: 5_000 });
        await row.click({ timeout: 10_000 });
        return true;
      } catch {
        return undefined;
      }
    });
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.page.locator(".editor-instance .view-lines").first().waitFor();
  }

  /** Runs a command of the palette by its title, category included. */
  async runCommand(title: string): Promise<void> {
    const row = this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
    // The palette has the commands of the extensions that are known when it opens, and does not follow.
    await until(`the command ${title}`, async () => {
      await this.page.keyboard.press("F1");
      await this.page.locator(".quick-input-box input").fill(`>${title}`);
      const isThere = await row.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => undefined,
      );
      if (isThere === undefined) await this.page.keyboard.press("Escape");
      return isThere;
    });
    await row.click();
  }

  /** Lets the keyboard go to a group of editors, counted from 1 on the left. */
  async focusGroup(place: number): Promise<void> {
    await this.page.keyboard.press(`Control+${place}`);
  }

  /** Puts the cursor at the beginning of a line, counted from 1. */
  async goToLine(line: number): Promise<void> {
    await this.page.keyboard.press("Control+G");
    await this.page.locator(".quick-input-box input").fill(`:${line}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: `line ${line}` }).click();
    await until("the cursor there", async () => ((await this.cursor()).line === line ? true : undefined));
  }

  /** Hides the side bar, which leaves more room to text and panel. */
  async hideSideBar(): Promise<void> {
    const sideBar = this.page.locator(".part.sidebar");
    if (await sideBar.isVisible()) await this.page.keyboard.press("Control+B");
    await sideBar.waitFor({ state: "hidden" });
  }

  /** Closes every editor; what was not saved is lost. */
  async closeEditors(): Promise<void> {
    await this.runCommand("View: Close All Editors");
    const refusal = this.page.locator(".monaco-dialog-box").getByRole("button", { name: "Don't Save" });
    await until("no editor", async () => {
      if (await refusal.isVisible()) await refusal.click();
      return (await this.page.locator(".tabs-container .tab").count()) === 0 ? true : undefined;
    });
  }

  /** The lenses on the screen, one text a function, when one of them matches. */
  async lenses(pattern: RegExp): Promise<string[]> {
    return until(`a lens that matches ${String(pattern)}`, async () => {
      const texts = (await this.page.locator(".codelens-decoration").allInnerTexts()).map(plain);
      return texts.some((text) => pattern.test(text)) ? texts : undefined;
    });
  }

  /** Clicks a part of a lens, the first that has exactly this text. */
  async clickLens(text: string): Promise<void> {
    await this.lens(text).click();
  }

  lens(text: string): Locator {
    return this.page
      .locator(".codelens-decoration a")
      .filter({ hasText: exactly(text) })
      .first();
  }

  /** The benchmark panel, which is a frame in a frame. */
  async panel(): Promise<PanelPage> {
    return new PanelPage(
      await until("the panel", async () => {
        for (const frame of this.page.frames())
          if (frame !== this.page.mainFrame() && (await hasPanel(frame))) return frame;
        return undefined;
      }),
    );
  }

  /** Line and column of the cursor, as the status bar says them. */
  async cursor(): Promise<{ line: number; column: number }> {
    const text = await this.page.locator('[id="status.editor.selection"]').innerText();
    const match = /Ln (\d+), Col (\d+)/.exec(text);
    return { line: Number(match?.[1]), column: Number(match?.[2]) };
  }

  /** The file whose tab is in front in the group that has the focus. */
  async activeFile(): Promise<string | null> {
    return this.page
      .locator(".editor-group-container.active .tab.active")
      .first()
      .getAttribute("data-resource-name");
  }

  /** Saves what the window shows when a test has failed, to `out/screenshots/window/`. */
  async failure(name: string): Promise<void> {
    await this.#save(path.join(root, "out", "screenshots", "window", `${name}-failed.png`));
  }

  /** Saves what the window shows to `out/screenshots/window/` when UPDATE_PICTURES is set; it takes the processor, and is seldom looked at. */
  async screenshot(name: string): Promise<void> {
    if (!process.env.UPDATE_PICTURES) return;
    await this.#save(path.join(root, "out", "screenshots", "window", `${name}.png`));
  }

  /** A screenshot that is also a picture of the documentation. */
  async picture(name: string): Promise<void> {
    if (!process.env.UPDATE_PICTURES) return;
    await this.screenshot(name);
    await this.#save(path.join(root, "docs", "pictures", `${name}.png`));
  }

  async #save(file: string): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file, animations: "disabled" });
  }

  async #drawn(): Promise<void> {
    await this.page.locator(".monaco-workbench .part.editor").waitFor();
    await this.page.locator(".part.statusbar").waitFor();
  }
}

async function hasPanel(frame: Frame): Promise<boolean> {
  try {
    return (await frame.locator("#app main").count()) > 0;
  } catch {
    // The frame was taken away while it was looked at.
    return false;
  }
}

/** VS Code draws spaces of lenses as ones that do not break. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s")}$`);
}
