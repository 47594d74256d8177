/** What editors put into the environment of their own processes, and a terminal of theirs has not got. */
const OF_EDITOR = /^(?:VSCODE_|ELECTRON_|CHROME_DESKTOP$)/;

/** The environment in which a command of the user runs: the editor's own, as a terminal of it has that. */
export function commandEnvironment(ours: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(ours).filter(([name]) => !OF_EDITOR.test(name)));
}
