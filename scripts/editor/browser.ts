import { chromium, type Browser, type Page } from "playwright-core";
import { findChromium } from "../find-chromium.mjs";

/**
 * A browser without a visible window (with one when ASYNC_COST_HEADED is set), which asks nothing of the network.
 * Throws when none is installed.
 */
export async function openBrowser(): Promise<Browser> {
  const root = process.platform === "linux" && process.getuid?.() === 0;
  return chromium.launch({
    executablePath: findChromium(),
    headless: !process.env.ASYNC_COST_HEADED,
    // On a busy machine it takes its time.
    timeout: 180_000,
    // The browser goes when we go; whoever starts it ends it by these signals.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      // Chromium's sandbox refuses to run as root, as in a container.
      ...(root ? ["--no-sandbox"] : []),
      ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
      ...["--disable-component-update", "--disable-sync"],
    ],
  });
}

/** What turns and slides is drawn sixty times a second, for nobody, and takes the processor from what is tested. */
const STANDING_STILL = `const still = new CSSStyleSheet();
still.replaceSync("* { animation: none !important; transition: none !important }");
document.adoptedStyleSheets.push(still);`;

/** A page in which nothing moves by itself. */
export async function openStillPage(
  browser: Browser,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  await page.addInitScript(STANDING_STILL);
  return page;
}
