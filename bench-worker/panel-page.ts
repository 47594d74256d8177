/** What the panel's page is made of; the addresses as the web view can load them. */
export interface PanelPage {
  /** Which page it is; the panel of benchmarks where it is left out. */
  readonly page?: "gallery";
  /** What is read until the script runs; nothing where it is left out. */
  readonly text?: string;
  /** `dist/webview/main.js`. */
  readonly scriptUri: string;
  /** `dist/webview/main.css`. */
  readonly styleUri: string;
  /** `webview.cspSource`: where style sheets, fonts and pictures may come from. */
  readonly cspSource: string;
  /** A fresh random word: only the script that carries it may run. */
  readonly nonce: string;
}

/** The HTML document of the panel: `#app`, which the script fills, and nothing that could run inline. */
export function panelPage({ page, text = "", scriptUri, styleUri, cspSource, nonce }: PanelPage): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
  ].join("; ");
  const first = text === "" ? "" : `<main><p class="empty" role="status">${escaped(text)}</p></main>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Async Cost</title>
    <link rel="stylesheet" href="${escaped(styleUri)}">
  </head>
  <body>
    <div id="app"${page === undefined ? "" : ` data-page="${page}"`}>${first}</div>
    <script nonce="${escaped(nonce)}" src="${escaped(scriptUri)}"></script>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
