/** The user's settings in an editor of ours: nothing that pops up, moves by itself or asks the network. */
export const QUIET_SETTINGS: Readonly<Record<string, unknown>> = {
  "chat.disableAIFeatures": true,
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.enableExperiments": false,
  "workbench.settings.enableNaturalLanguageSearch": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "git.enabled": false,
  "files.autoSave": "off",
  "window.confirmBeforeClose": "never",
};

/** In an editor under test no folder is mistrusted, unless the test is about that. */
export const TEST_SETTINGS: Readonly<Record<string, unknown>> = {
  ...QUIET_SETTINGS,
  // What is drawn again and again takes the processor from what is tested.
  "workbench.reduceMotion": "on",
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  // It installs packages.
  "typescript.disableAutomaticTypeAcquisition": true,
  "security.workspace.trust.enabled": false,
};
