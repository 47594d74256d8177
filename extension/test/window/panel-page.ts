import type { Frame, Locator } from "playwright-core";
import { until } from "./until.ts";

/** The benchmark panel inside the window, by what a person sees of it. */
export class PanelPage {
  readonly frame: Frame;

  constructor(frame: Frame) {
    this.frame = frame;
  }

  get progress(): Locator {
    return this.frame.getByRole("progressbar");
  }

  /** The text of a cell of the comparison, a column by its id, the row by its place. */
  async number(column: string, row = 0): Promise<string> {
    return this.frame.locator(`.comparison [data-column="${column}"] .value`).nth(row).innerText();
  }

  /** Waits until no run is under way and the comparison stands. */
  async finished(): Promise<void> {
    await until("the end of the benchmark", async () => {
      const rows = await this.frame.locator(".comparison tbody tr").count();
      return rows > 0 && (await this.progress.count()) === 0 ? true : undefined;
    });
  }

  async cancel(): Promise<void> {
    await this.frame.getByRole("button", { name: "Cancel", exact: true }).click();
  }

  async runAgain(): Promise<void> {
    await this.frame.getByRole("button", { name: "Run again", exact: true }).click();
  }

  legendEntry(label: string | RegExp): Locator {
    return this.frame.locator(".legend").getByRole("button", { name: label });
  }

  row(place = 0): Locator {
    return this.frame.locator(".comparison tbody tr").nth(place);
  }

  /** How many pixels of a chart are drawn on, the first or the second chart. */
  async drawnPixels(chart: number): Promise<number> {
    // As text: it runs in the page, whose types these tests do not have.
    return this.frame.evaluate<number>(`(() => {
      const canvas = document.querySelectorAll(".charts canvas")[${chart}];
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, index) => index % 4 === 3 && value > 0).length;
    })()`);
  }

  /** Unfolds the stack trace of the first target's first call site, and gives it. */
  async firstStack(): Promise<Locator> {
    const target = this.frame.locator(".stacks details").first();
    await target.locator("summary").first().click();
    await target.locator(".outcome").first().click();
    const stack = target.locator(".stack").first();
    await stack.waitFor();
    return stack;
  }
}
