import { Chart, registerables, type ChartConfiguration } from "chart.js";

// The page that the pictures of docs/then-and-now.md are taken of: one chart at a time on a canvas that fills it.
Chart.register(...registerables);

declare global {
  var drawChart: (configuration: ChartConfiguration, width: number, height: number) => void;
}

globalThis.drawChart = (configuration, width, height) => {
  document.body.replaceChildren();
  document.body.style.margin = "0";
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  document.body.append(canvas);
  new Chart(canvas, configuration);
};
