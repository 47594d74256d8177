import path from "node:path";
import { harness } from "../harness/intrinsics.ts";
import { catchWatch } from "../load/catch-watch.ts";
import { firstFrameIn, sayThrown, stackOf } from "../io/call-site.ts";
import { FakesFileError } from "./fakes-file-error.ts";
import { lastName } from "../io/last-name.ts";
import type { GivenFunction, GivenOperation } from "./schema.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;
/** What is made up for a parameter of a name. */
type MakeFake = (name: string) => unknown;

/** One entry of `fakes` in a fakes file. */
export class GivenFake {
  readonly kind: GivenOperation["kind"];
  readonly latency: number | undefined;
  /** Where it stands: `upload.async-cost.js, line 12`. */
  readonly place: string;
  /** Something of it has been used. */
  isUsed = false;
  readonly #given: GivenOperation;
  readonly #owner: GivenFakes;

  constructor(given: GivenOperation, place: string, owner: GivenFakes) {
    this.kind = given.kind;
    this.latency = given.latency;
    this.place = place;
    this.#given = given;
    this.#owner = owner;
  }

  /** It says nothing, as in a file that was just written. */
  get isEmpty(): boolean {
    return Object.keys(this.#given).length === 0;
  }

  get hasValue(): boolean {
    return "value" in this.#given;
  }

  get value(): unknown {
    return this.#given.value;
  }

  get hasAnswer(): boolean {
    return "returns" in this.#given;
  }

  /** It says what the operation answers, or that it fails. */
  get saysAnswer(): boolean {
    return this.hasAnswer || this.#given.throws !== undefined;
  }

  /** Whether it may say that the operation fails. */
  get mayFail(): boolean {
    return this.#given.throws !== undefined;
  }

  /** It says what a stream has: a list of chunks, or that it fails. */
  get saysChunks(): boolean {
    return this.hasAnswer ? Array.isArray(this.#given.returns) : this.saysAnswer;
  }

  /** What the operation answers; `otherwise` where the file does not say. */
  answer(parameters: readonly unknown[], otherwise: () => unknown): unknown {
    const { returns } = this.#given;
    if (!this.hasAnswer) return otherwise();
    return typeof returns === "function" ? this.#owner.run(returns as AnyFunction, parameters) : returns;
  }

  /** What it fails with; undefined where it does not. */
  failure(parameters: readonly unknown[]): unknown {
    const { throws } = this.#given;
    if (throws === undefined) return undefined;
    // A class of errors is a function, too.
    const made =
      typeof throws === "function" && !isErrorClass(throws)
        ? this.#owner.run(throws as AnyFunction, parameters)
        : throws;
    const error = typeof made === "string" ? new harness.Error(made) : isErrorClass(made) ? new made() : made;
    catchWatch.tell(error);
    return error;
  }
}

/** What a fakes file gives for one target. */
export class GivenFakes {
  /** The line of the function's own entry in the fakes file, else of the one for every function; null for neither. */
  readonly line: number | null;
  readonly environment: Readonly<Record<string, string>>;
  /** What functions of the file threw when they were called: nothing goes on with that. */
  failure: FakesFileError | null = null;
  readonly #file: string;
  readonly #given: GivenFunction;
  readonly #fakes = new Map<string, GivenFake>();
  /** What is given by a name in the source, by the names of fakes, as far as calls have been watched; null: nothing. */
  readonly #bySource = new Map<string, { readonly name: string; readonly fake: GivenFake | null }>();
  /** How the source calls a fake right where a call of it goes on that is watched, or it is read; undefined for any other. */
  nameInSource: ((expression: string, isRead: boolean) => string | undefined) | null = null;
  /** By the name that each goes by with or without `this`. */
  readonly #otherwise = new Map<string, GivenFake>();
  /** The last names of values that are given. */
  readonly #valueNames = new Set<string>();

  /**
   * @param file Where arguments and the like come from: the fakes file, or the target's own.
   * @param placeOf Where an operation is given: `upload.async-cost.js, line 12`.
   */
  constructor(
    file: string,
    given: GivenFunction,
    placeOf: (expression: string) => string,
    line: number | null,
  ) {
    this.#file = file;
    this.#given = given;
    this.line = line;
    this.environment = given.environment ?? {};
    for (const [expression, operation] of Object.entries(given.fakes ?? {})) {
      const fake = new GivenFake(operation, placeOf(expression), this);
      this.#fakes.set(expression, fake);
      // What an instance was constructed with has one name; apart from its class it is a member of `this`.
      this.#otherwise.set(expression.startsWith("this.") ? expression.slice(5) : `this.${expression}`, fake);
      if (fake.hasValue) this.#valueNames.add(lastName(expression));
    }
  }

  /** What is given for an operation that is called: by its whole name, its name in the source, or `*.` and its last one. */
  of(expression: string): GivenFake | undefined {
    if (this.#fakes.size === 0) return undefined;
    const fake = this.#named(expression) ?? this.#namedInSource(expression) ?? this.#find(expression);
    if (fake !== undefined) fake.isUsed = true;
    return fake;
  }

  #entry(expression: string): GivenFake | undefined {
    return this.#fakes.get(expression) ?? this.#otherwise.get(expression);
  }

  #named(expression: string): GivenFake | undefined {
    const fake = this.#entry(expression);
    return fake?.isEmpty === false ? fake : undefined;
  }

  /** The call that is watched comes first: those that are timed find what it found, which must be one for all. */
  #namedInSource(expression: string, isRead = false): GivenFake | undefined {
    const name = this.nameInSource?.(expression, isRead);
    const known = this.#bySource.get(expression);
    if (name === undefined) return known?.fake ?? undefined;
    const fake = this.#named(name) ?? null;
    if (known === undefined) this.#bySource.set(expression, { name, fake });
    else if (known.fake !== fake) {
      const { place } = (fake ?? known.fake)!;
      this.failure ??= new FakesFileError(
        `${place}: ${known.name} and ${name} cannot be told apart while time is taken. Both are ${expression}: give an entry of that name, for both.`,
      );
    }
    return fake ?? undefined;
  }

  /** The same for a value that is read. */
  valueOf(expression: string): GivenFake | undefined {
    const fake = this.#find(expression) ?? this.#readInSource(expression);
    if (fake?.hasValue !== true) return undefined;
    fake.isUsed = true;
    return fake;
  }

  /** Where it stands: `upload.async-cost.js, line 3`; of tags the file alone. */
  get place(): string {
    return `${path.basename(this.#file)}${this.line === null ? "" : `, line ${this.line}`}`;
  }

  /** Whether it says of any operation what that answers. */
  get givesAnswers(): boolean {
    return [...this.#fakes.values()].some(({ hasAnswer }) => hasAnswer);
  }

  /** Whether it says of any value what that is: an answer, an argument, what the function is called on. */
  get givesValues(): boolean {
    return this.givesAnswers || this.#given.arguments !== undefined || this.hasReceiver;
  }

  /** Whether something that it gives may be what led a call where it went: an entry that was used, or what is there in any case. */
  get leadsCalls(): boolean {
    const isUsed = [...this.#fakes.values()].some((fake) => fake.isUsed);
    const setsEnvironment = Object.keys(this.environment).length > 0;
    return isUsed || this.#given.arguments !== undefined || this.hasReceiver || setsEnvironment;
  }

  /** Whether it may say what an operation answers that the source calls so. */
  answers(expression: string): boolean {
    const name = lastName(expression);
    return [...this.#fakes].some(([key, fake]) => fake.hasAnswer && lastName(key) === name);
  }

  /** The operations that are given by their whole names. */
  get operations(): readonly string[] {
    return [...this.#fakes].filter(([, fake]) => !fake.isEmpty && !fake.hasValue).map(([name]) => name);
  }

  has(expression: string): boolean {
    return (this.#find(expression) ?? this.#readInSource(expression)) !== undefined;
  }

  /** A value is looked for by its name in the source only where one of its last name is given. */
  #readInSource(expression: string): GivenFake | undefined {
    if (!this.#valueNames.has(lastName(expression))) return undefined;
    const fake = this.#namedInSource(expression, true);
    return fake?.hasValue === true ? fake : undefined;
  }

  #find(expression: string): GivenFake | undefined {
    if (this.#fakes.size === 0) return undefined;
    const fake = this.#entry(expression) ?? this.#fakes.get(`*.${lastName(expression)}`);
    return fake === undefined || fake.isEmpty ? undefined : fake;
  }

  /** Entries of no use so far, each with its name and place. */
  get unused(): { readonly expression: string; readonly place: string }[] {
    return [...this.#fakes]
      .filter(([, fake]) => !fake.isUsed && !fake.isEmpty)
      .map(([expression, { place }]) => ({ expression, place }));
  }

  get hasReceiver(): boolean {
    return this.#given.this !== undefined;
  }

  receiver(fake: MakeFake): unknown {
    const { this: given } = this.#given;
    return typeof given === "function" ? this.run(given as AnyFunction, [fake]) : given;
  }

  /**
   * Makes the first arguments of a call, as many as are given; null where none are.
   *
   * @throws {FakesFileError} from the function it returns, where the file's gives no list.
   */
  arguments(fake: MakeFake): ((callback: unknown) => readonly unknown[]) | null {
    const { arguments: given } = this.#given;
    if (given === undefined) return null;
    if (Array.isArray(given)) return () => [...given];
    return (callback) => {
      const made = this.run(given, [fake, callback]);
      if (Array.isArray(made)) return made as unknown[];
      throw this.#fail("arguments must give a list.");
    };
  }

  /** @throws {FakesFileError} where the arguments leave out the callback, without which no call ever settles. */
  mustTake(callback: unknown, made: readonly unknown[]): void {
    const { arguments: given } = this.#given;
    if (made.includes(callback) || (typeof given === "function" && given.length > 1)) return;
    throw this.#fail(
      "arguments leaves out the callback: write (fake, callback) => [ … ] with callback where the function takes it.",
    );
  }

  /** @throws {FakesFileError} where the file's function throws. */
  run(make: AnyFunction, parameters: readonly unknown[]): unknown {
    try {
      return make(...parameters);
    } catch (error) {
      const line = firstFrameIn(stackOf(error), this.#file)?.line;
      throw this.#fail(`it threw ${sayThrown(error)}.`, line);
    }
  }

  #fail(what: string, line = this.line ?? 1): FakesFileError {
    this.failure ??= new FakesFileError(`${path.basename(this.#file)}, line ${line}: ${what}`);
    return this.failure;
  }
}

function isErrorClass(value: unknown): value is new () => Error {
  return typeof value === "function" && (value === Error || value.prototype instanceof Error);
}
