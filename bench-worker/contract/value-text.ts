import { VALUE_CHARACTERS_AT_MOST } from "./played-scenario.ts";
import { listIn, pairsIn, propertiesIn, taggedOf, textIn, type Tagged } from "./recorded-object.ts";

/** A recorded value for a person. */
export interface ValueText {
  readonly text: string;
  /** Part of the value was not recorded, as it was too large or too deep. */
  readonly isCut: boolean;
}

/** What is deeper is not read here. */
const DEEPEST = 5;
/** Also a private one. */
const NAME = /^#?[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** A recorded value as somebody would write it, in one line of limited length. */
export function valueText(recorded: unknown): ValueText {
  return new Writer().write(recorded);
}

/** Several of them as a list of arguments. */
export function argumentsText(recorded: readonly unknown[]): ValueText {
  return new Writer().list("(", recorded, ")");
}

/** In the quotes that it has none of, as JSON in a text is read better so. */
function quoted(text: string): string {
  const written = JSON.stringify(text);
  return text.includes('"') && !text.includes("'")
    ? `'${written.slice(1, -1).replaceAll('\\"', '"')}'`
    : written;
}

class Writer {
  #text = "";
  #isCut = false;

  write(recorded: unknown): ValueText {
    this.#value(recorded, 0);
    return this.#done();
  }

  list(opening: string, recorded: readonly unknown[], closing: string): ValueText {
    this.#list(opening, recorded, closing, 0);
    return this.#done();
  }

  #done(): ValueText {
    const whole = this.#text.replaceAll(/\p{Cc}/gu, " ");
    const text =
      whole.length <= VALUE_CHARACTERS_AT_MOST ? whole : `${whole.slice(0, VALUE_CHARACTERS_AT_MOST - 1)}…`;
    return { text, isCut: this.#isCut };
  }

  get #isFull(): boolean {
    return this.#text.length > VALUE_CHARACTERS_AT_MOST;
  }

  #value(recorded: unknown, depth: number): void {
    if (this.#isFull) {
      this.#isCut ||= taggedOf(recorded)?.$ === "cut";
      return;
    }
    if (typeof recorded === "string") this.#text += quoted(recorded.slice(0, VALUE_CHARACTERS_AT_MOST));
    else if (typeof recorded !== "object" || recorded === null) this.#text += String(recorded);
    else if (Array.isArray(recorded)) this.#list("[", recorded, "]", depth);
    else {
      const tagged = taggedOf(recorded);
      if (tagged === null) this.#object("", Object.entries(recorded), depth);
      else this.#tagged(tagged, depth);
    }
  }

  #tagged(tagged: Tagged, depth: number): void {
    switch (tagged.$) {
      case "bigint":
        this.#text += `${textIn(tagged, "text")}n`;
        return;
      case "symbol":
        this.#text += `Symbol(${textIn(tagged, "text")})`;
        return;
      case "regexp":
      case "url":
        this.#text += textIn(tagged, "text");
        return;
      case "date": {
        const { milliseconds } = tagged;
        const date = new Date(typeof milliseconds === "number" ? milliseconds : Number.NaN);
        this.#text += Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString();
        return;
      }
      case "bytes": {
        const length =
          typeof tagged["length"] === "number"
            ? tagged["length"]
            : Math.floor((textIn(tagged, "base64").replace(/(?<!=)=+$/, "").length * 3) / 4);
        this.#text += `${textIn(tagged, "class")} of ${length} bytes`;
        return;
      }
      case "map":
        this.#entries("Map ", pairsIn(tagged, "entries"), depth);
        return;
      case "set":
        this.#list("Set {", listIn(tagged, "items"), "}", depth);
        return;
      case "arguments":
        this.#list("arguments [", listIn(tagged, "items"), "]", depth);
        return;
      case "pairs":
        this.#entries(`${textIn(tagged, "class")} `, pairsIn(tagged, "entries"), depth);
        return;
      case "object":
        this.#entries("", pairsIn(tagged, "entries"), depth);
        return;
      case "error":
        this.#text += `${textIn(tagged, "class") || "Error"}: ${textIn(tagged, "message")}`;
        return;
      case "instance":
      case "handle": {
        const privates = propertiesIn(tagged, "private").map(([name, value]) => [`#${name}`, value] as const);
        this.#object(
          `${textIn(tagged, "class")} `,
          [...propertiesIn(tagged, "properties"), ...privates],
          depth,
        );
        return;
      }
      case "made":
        this.#value(tagged["value"], depth);
        return;
      case "proxy":
        this.#text += "Proxy of ";
        this.#value(tagged["target"], depth);
        return;
      case "function":
        this.#text += `function ${textIn(tagged, "name")}`.trimEnd();
        return;
      case "promise":
        this.#text += tagged["state"] === "pending" ? "Promise, pending" : "Promise of ";
        if (tagged["state"] !== "pending") this.#value(tagged["value"], depth);
        return;
      case "shared":
        this.#value(tagged["value"], depth);
        return;
      case "same":
        this.#text += "the same as before";
        return;
      case "cut":
        this.#isCut = true;
        this.#text += `… ${textIn(tagged, "was")}`;
        return;
      default:
        // `undefined`, `NaN`, `-0` and their like.
        this.#text += tagged.$;
    }
  }

  #list(opening: string, items: readonly unknown[], closing: string, depth: number): void {
    this.#text += opening;
    this.#each(items, depth, closing, (item) => this.#value(item, depth + 1));
  }

  #object(name: string, properties: readonly (readonly [string, unknown])[], depth: number): void {
    this.#text += properties.length === 0 ? `${name}{` : `${name}{ `;
    this.#each(properties, depth, properties.length === 0 ? "}" : " }", ([key, value]) => {
      this.#text += `${NAME.test(key) ? key : JSON.stringify(key)}: `;
      this.#value(value, depth + 1);
    });
  }

  #entries(name: string, pairs: readonly (readonly [unknown, unknown])[], depth: number): void {
    this.#text += `${name}{ `;
    this.#each(pairs, depth, " }", ([key, value]) => {
      this.#value(key, depth + 1);
      this.#text += ": ";
      this.#value(value, depth + 1);
    });
  }

  #each<T>(items: readonly T[], depth: number, closing: string, write: (item: T) => void): void {
    if (depth >= DEEPEST && items.length > 0) this.#text += "…";
    else {
      for (const [index, item] of items.entries()) {
        if (index > 0) this.#text += ", ";
        write(item);
        if (this.#isFull) break;
      }
    }
    this.#text += closing;
  }
}
