/* global console, document, sessionStorage */

// Runs in the page before the panel does: what the editor gives a web view. The state outlives a reload, and what the
// panel sends is kept for the test to look at. Plain JavaScript, since it is handed to the browser as it is.
const sent = [];
Object.assign(globalThis, {
  sentByPanel: sent,
  acquireVsCodeApi: () => ({
    postMessage: (message) => sent.push(message),
    getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
    setState: (state) => sessionStorage.setItem("state", JSON.stringify(state)),
  }),
});
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  console.error(`policy: ${violatedDirective} ${blockedURI}`),
);
