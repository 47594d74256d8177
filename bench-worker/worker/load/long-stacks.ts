/** How a library is told to keep long stack traces. */
interface LongStackOption {
  readonly option: string;
  switchOn(exports: Record<string, unknown>): void;
}

const longStackSupport = (name: string): LongStackOption => ({
  option: `${name}.longStackSupport = true`,
  switchOn: (exports) => {
    exports["longStackSupport"] = true;
  },
});

const OPTIONS: Readonly<Record<string, LongStackOption>> = {
  bluebird: {
    option: "Bluebird.config({ longStackTraces: true })",
    switchOn: (exports) => {
      if (typeof exports["config"] === "function") exports["config"].call(exports, { longStackTraces: true });
      else if (typeof exports["longStackTraces"] === "function") exports["longStackTraces"].call(exports);
    },
  },
  q: longStackSupport("Q"),
  genny: longStackSupport("genny"),
  "p-promise": longStackSupport("P"),
  rx: {
    option: "Rx.config.longStackSupport = true",
    switchOn: (exports) => {
      const config = exports["config"];
      if (typeof config === "object" && config !== null) Object.assign(config, { longStackSupport: true });
    },
  },
};

/**
 * Switches on the long stack traces of the package `name`, which must not have been used yet. Gives the code that
 * does so, for the user; null when the package has no such option.
 */
export function switchOnLongStacks(name: string, exports: unknown): string | null {
  if (exports === null || (typeof exports !== "function" && typeof exports !== "object")) return null;
  const own = exports as Record<string, unknown>;
  const known = Object.hasOwn(OPTIONS, name) ? OPTIONS[name]! : null;
  if (known === null && !Object.hasOwn(own, "longStackSupport")) return null;
  const switchable = known ?? longStackSupport(`require("${name}")`);
  switchable.switchOn(own);
  return switchable.option;
}

/** The switch that a module of the project looks at, as some small libraries are copied into a project; else null. */
export function globalLongStackOption(text: string): string | null {
  return /\bglobal(?:This)?\.longStackSupport\b/.test(text) ? "global.longStackSupport = true" : null;
}

/** Sets that switch while a target is loaded; call what it returns to take it away again. */
export function setGlobalLongStackOption(): () => void {
  Reflect.set(globalThis, "longStackSupport", true);
  return () => void Reflect.deleteProperty(globalThis, "longStackSupport");
}
