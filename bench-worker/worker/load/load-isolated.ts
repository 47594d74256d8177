import type { AsyncFunction } from "../../../analysis/model.ts";
import { surroundingsOf, type Surroundings } from "../../../analysis/scopes/surroundings.ts";
import { INSTEAD_OF_NOTHING } from "../../../analysis/steering/something.ts";
import { argumentsFor } from "../call/arguments.ts";
import type { Callable } from "../call/caller.ts";
import { calledByFilled } from "../fakes/something.ts";
import { completeInstance } from "../fakes/complete-instance.ts";
import { Unmeasurable } from "../harness/unmeasurable.ts";
import { isolatedText, ISOLATION, type Isolation } from "./isolate.ts";
import { MODULE_PARAMETERS } from "./compile.ts";
import { construct, type Constructor } from "./construct.ts";
import type { EntryModule } from "./module-loader.ts";
import { isObject } from "../io/is-object.ts";
import { callableOf } from "./callable-of.ts";
import { loadEntry, type LoaderParts } from "./load-entry.ts";

type Make = () => unknown;

/** Words that strict code does not take for a name. */
const RESERVED = new Set(
  "arguments eval implements interface let package private protected public static yield await enum this super".split(
    " ",
  ),
);

/**
 * Takes a function out of its module, together with what it needs from around it, and makes up what nobody can
 * know: parameters of the functions around it, and `this`. So closures, private methods and functions that are
 * handed to a call can be measured, and those whose module does not load.
 *
 * @throws {Unmeasurable} where the function cannot stand alone; whatever evaluating it throws.
 */
export async function loadIsolated(
  asyncFunction: AsyncFunction,
  isolation: Isolation,
  parts: LoaderParts,
): Promise<Callable> {
  const { source, fakes, services } = parts;
  const { text: whole, functionStart } = services.changed ?? source;
  const surroundings = surroundingsOf(whole, source.language, functionStart);
  const needsRunner = surroundings?.isGenerator === true && asyncFunction.runner !== "co";
  if (surroundings === undefined || (needsRunner && asyncFunction.completion === "promise")) {
    throw new Unmeasurable(
      "unsupported",
      asyncFunction.unreachable ?? `${asyncFunction.name} cannot be taken out of its module.`,
      "Give it a name at the top of its module, or export it.",
    );
  }
  const known =
    isolation === "closure"
      ? await moduleValues(asyncFunction, surroundings, parts)
      : new Map<string, unknown>();
  const receiver = receiverOf(asyncFunction, known, parts);
  let make: Make | undefined;
  const parameters: Record<string, unknown> = {
    [ISOLATION.reach]: (given: Make) => {
      make = given;
    },
    [ISOLATION.base]: baseFor(receiver),
    [ISOLATION.fake]: (name: string) => fakes.make(name),
    ...calledByFilled(fakes),
  };
  const taken = new Set<string>([...MODULE_PARAMETERS, ...RESERVED, INSTEAD_OF_NOTHING]);
  for (const name of new Set([...surroundings.moduleNames, ...surroundings.unknownNames])) {
    if (taken.has(name)) continue;
    if (known.has(name)) parameters[name] = known.get(name);
    else if (!(name in globalThis)) parameters[name] = fakes.make(name);
  }
  const text = isolatedText(whole, surroundings, isolation);
  const { file, language } = source;
  await loadEntry({ file, text, language, appended: "", parameters, self: receiver }, parts);
  const run = runnable(make?.(), surroundings);
  if (typeof run !== "function") {
    throw new Unmeasurable(
      "unsupported",
      `${asyncFunction.name} cannot be taken out of its module.`,
      "Give it a name at the top of its module, or export it.",
    );
  }
  const { storedCallback } = asyncFunction;
  if (storedCallback !== undefined && isObject(receiver)) {
    return answeringThrough(storedCallback, receiver, run as Callable["run"], parts);
  }
  return callableOf(run as Callable["run"], { first: receiver }, parts);
}

/** A method that calls back what was stored on its object: each call has an object of its own with its callback. */
function answeringThrough(
  member: string,
  receiver: object,
  run: Callable["run"],
  { asyncFunction, fakes, standIns }: LoaderParts,
): Callable {
  let own: Record<string, unknown> = {};
  const makeReceiver = (): object => (own = Object.create(receiver) as Record<string, unknown>);
  const make = argumentsFor(asyncFunction.parameters, fakes, {
    fillsOptional: standIns.isGenerous,
    completion: "promise",
  });
  return {
    run,
    receiver,
    makeReceiver,
    makeArguments: (callback) => {
      // Its receiver was made right before.
      Object.defineProperty(own, member, { value: callback, writable: true, configurable: true });
      return make(callback);
    },
    completion: asyncFunction.completion,
  };
}

/** What the module's names stand for once it has been loaded as it is; those that have no value are left out. */
async function moduleValues(
  { name }: AsyncFunction,
  surroundings: Surroundings,
  parts: LoaderParts,
): Promise<Map<string, unknown>> {
  const { source, services } = parts;
  const holder = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?=\.)/u.exec(name)?.[0];
  const asked = new Set([...surroundings.moduleNames, ...(holder === undefined ? [] : [holder])]);
  const names = [...asked].filter(
    (one) => !RESERVED.has(one) && !MODULE_PARAMETERS.some((parameter) => parameter === one),
  );
  const values = new Map<string, unknown>();
  const takeNames = "__asyncCostNames";
  const entry: EntryModule = {
    file: source.file,
    text: (services.changed ?? source).text,
    language: source.language,
    appended: `;${takeNames}({${names.map((name) => `${name}:()=>${name}`).join(",")}});`,
    parameters: {
      ...calledByFilled(parts.fakes),
      [takeNames]: (given: Record<string, Make>) => {
        for (const [name, get] of Object.entries(given)) {
          try {
            values.set(name, get());
          } catch {
            // Not a name of the module, or not yet defined.
          }
        }
      },
    },
  };
  await loadEntry(entry, parts);
  return values;
}

/** What `this` is: an instance of the class where that is known, else made up. */
function receiverOf(
  { name }: AsyncFunction,
  known: ReadonlyMap<string, unknown>,
  { fakes, source }: LoaderParts,
): unknown {
  if (fakes.given?.hasReceiver === true) return fakes.given.receiver((one) => fakes.make(one));
  const holder = known.get(name.split(".")[0]!);
  const prototype: unknown = typeof holder === "function" ? holder.prototype : undefined;
  if (!name.includes(".") || typeof prototype !== "object" || prototype === null) return fakes.makeThis();
  // One that was constructed has the private members that its inherited methods ask for.
  const instance = construct(holder as Constructor, fakes, source) as object;
  completeInstance(instance, fakes);
  return instance;
}

/** What a method's class extends: a class whose methods, and static ones too, are those of the receiver. */
function baseFor(receiver: unknown): unknown {
  const base = function base(): void {
    // Is never constructed.
  };
  Object.defineProperty(base, "prototype", { value: receiver });
  if (isObject(receiver)) Object.setPrototypeOf(base, receiver);
  return base;
}

/** The function itself; a method is taken off the class that was put around it. */
function runnable(made: unknown, { isMethod, isStatic }: Surroundings): unknown {
  if (!isMethod || typeof made !== "function") return made;
  const holder: unknown = isStatic ? made : made.prototype;
  if (typeof holder !== "object" && typeof holder !== "function") return undefined;
  const others = isStatic ? ["prototype", "length", "name"] : ["constructor"];
  const key = Reflect.ownKeys(holder!).find((name) => !others.includes(String(name)));
  return key === undefined ? undefined : Reflect.get(holder!, key);
}
