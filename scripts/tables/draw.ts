import { mkdir } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { openBrowser } from "../editor/browser.ts";
import type { TableChart } from "../../webview/gallery/table-charts.ts";

const WIDTH_PIXELS = 960;

/** Draws charts with chart.js in a browser, each into `NAME.png` in the folder. */
export async function drawCharts(charts: readonly TableChart[], folder: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, "../../webview/chart/chart-page.ts")],
    bundle: true,
    format: "iife",
    write: false,
    logLevel: "error",
  });
  await mkdir(folder, { recursive: true });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0]!.text });
    for (const { name, heightPixels, configuration } of charts) {
      await page.setViewportSize({ width: WIDTH_PIXELS, height: heightPixels });
      const given = [configuration, WIDTH_PIXELS, heightPixels].map((one) => JSON.stringify(one));
      await page.evaluate(`drawChart(${given.join(", ")})`);
      await page.screenshot({ path: path.join(folder, `${name}.png`) });
    }
  } finally {
    await browser.close();
  }
}
