import { Chart, type ChartConfiguration, type ChartType } from "chart.js";

/** A chart on `canvas` that is made when it is first drawn; the function that is given back draws it, and draws it anew. */
export function drawn<Type extends ChartType, Data>(
  canvas: HTMLCanvasElement,
): (configuration: ChartConfiguration<Type, Data>) => void {
  let chart: Chart<Type, Data> | null = null;
  return (configuration) => {
    if (chart === null) {
      chart = new Chart(canvas, configuration);
      return;
    }
    chart.data = configuration.data;
    chart.options = configuration.options!;
    chart.update("none");
  };
}
