import * as v from "valibot";
import { STAND_INS_AT_MOST, standInSchema, type StandIn } from "../../../contract/stand-in.ts";
import { LIST_METHODS } from "../telling-names.ts";
import { ITEMS_OF_LISTS } from "../../load/stand-ins.ts";
import { partsOf } from "../universal/names.ts";
import { textOfKey } from "./key-text.ts";
import { plainName } from "./plain-name.ts";

type MemberValue = NonNullable<StandIn["members"]>[number]["value"];

/** How one call was answered; `list`: it went through a list. */
export type Answered = NonNullable<StandIn["answers"]> | { readonly by: "list" };

/** What was done with the stand-ins of one name. */
class Note {
  readonly members = new Map<string, MemberValue>();
  /** How calls were answered, and how many of which that is known. */
  readonly ways = new Map<string, Answered>();
  calls = 0;
  known = 0;
  isConstructed = false;
  /** Something was put into it. */
  isChanged = false;
  /** Its keys were asked for; of its own it has these. */
  ownKeys: readonly string[] | null = null;
  readonly asked = new Set<string>();
  readonly hints = new Set<string>();
  /** It can be called. */
  isFunction = false;
  /** It did what no plain value would do. */
  isOtherwise = false;
}

/** Members by which no more is asked of a stand-in than its text. */
const OF_TEXT: ReadonlySet<string> = new Set(["toString", "toJSON", "@@toPrimitive"]);
/** Members by which a list is read, beside its methods. */
const OF_LIST: ReadonlySet<string> = new Set(["@@iterator", "@@asyncIterator", "length", "0"]);
/** Members that functions have of themselves. */
const OF_FUNCTION: ReadonlySet<string> = new Set(["call", "apply", "bind"]);

/** Notes what calls do with stand-ins, so that plain values can take their place. */
export class Noting {
  readonly #notes = new Map<string, Note>();
  #areLikely = true;

  #of(name: string): Note {
    const plain = plainName(name);
    let note = this.#notes.get(plain);
    if (note === undefined) this.#notes.set(plain, (note = new Note()));
    return note;
  }

  /** One was made, which can be called unless it is an object. */
  made(name: string, isObject: boolean): void {
    if (!isObject) this.#of(name).isFunction = true;
    else this.#of(name);
  }

  /** A member was read for the first time. */
  member(name: string, key: PropertyKey, value: MemberValue): void {
    const note = this.#of(name);
    const text = textOfKey(key);
    if (text === undefined) note.isOtherwise = true;
    else if (!note.members.has(text)) note.members.set(text, value);
    else if (!isAlike(note.members.get(text)!, value)) note.isOtherwise = true;
  }

  /** It did what no plain value would do the same: none takes its place. */
  otherwise(name: string): void {
    this.#of(name).isOtherwise = true;
  }

  changed(name: string): void {
    this.#of(name).isChanged = true;
  }

  /** @param ownKeys Those that it says it has. */
  keysAsked(name: string, ownKeys: readonly string[]): void {
    this.#of(name).ownKeys = ownKeys;
  }

  /** It was asked whether it has a member, which it says of any. */
  asked(name: string, key: string): void {
    // Whoever waits for an answer asks for that, and it is none of the call's.
    if (key !== "then") this.#of(name).asked.add(key);
  }

  /** It was turned into a text or a number. */
  primitive(name: string, hint: string): void {
    this.#of(name).hints.add(hint);
  }

  called(name: string): void {
    this.#of(name).calls++;
  }

  /** How the call was answered that was told last. */
  answered(name: string, way: Answered): void {
    const note = this.#of(name);
    note.known++;
    note.ways.set(JSON.stringify(way), way);
  }

  constructed(name: string): void {
    this.#of(name).isConstructed = true;
  }

  /**
   * What plain values are to be, the rest answers as before; null where that is more than is told.
   *
   * @param areLikely Whether each is the most likely of those that answered the same: a text, a list, an object; else it is a function
   * where it could have been called, as somebody may ask whether it is.
   */
  standIns(areLikely: boolean): StandIn[] | null {
    if (this.#notes.size > STAND_INS_AT_MOST) return null;
    this.#areLikely = areLikely;
    const all = [...this.#notes].flatMap(([name, note]) => {
      if (note.isOtherwise || [...note.asked].some((key) => !note.members.has(key))) return [];
      const standIn = v.safeParse(standInSchema, this.#standIn(name, note));
      return standIn.success ? [standIn.output] : [];
    });
    return all;
  }

  #standIn(name: string, note: Note): StandIn | null {
    const { members, calls, isConstructed, isChanged, ownKeys, asked, hints } = note;
    const isAny = note.isFunction && !this.#areLikely;
    const isCalled =
      isAny || calls > 0 || isConstructed || [...members.keys()].some((key) => OF_FUNCTION.has(key));
    const isRead = [...members.keys()].some((key) => !OF_TEXT.has(key));
    if (!isCalled && !isRead && !isChanged && ownKeys === null && asked.size === 0) {
      const isNumber = hints.size > 0 && [...hints].every((hint) => hint === "number");
      const isText = !hints.has("number") && !hints.has("object");
      if (isNumber && !members.has("toJSON")) return { name, is: "number" };
      if (isText) return { name, is: "text" };
    }
    if (!isCalled && !isChanged && ownKeys === null && asked.size === 0 && hints.size === 0) {
      const items = this.#itemsOf(name, note);
      if (items !== null) return { name, is: "list", items };
    }
    const told = [...members].map(([key, value]) => ({ key, value }));
    const own = ownKeys === null ? {} : { ownKeys: [...ownKeys] };
    // What each would have of its own, all would share.
    const isShared = told.some(
      ({ key, value }) => ownKeys?.includes(key) === false && isOfHolder(value) && !this.#isShared(value),
    );
    if (isShared) return null;
    if (!isCalled) return { name, is: "object", members: told, ...own };
    const [way] = note.ways.values();
    const isOneWay =
      calls > 0 && note.ways.size === 1 && note.known === calls && way!.by !== "list" && !isConstructed;
    return {
      ...{ name, is: "function", members: told, ...own },
      ...(isOneWay ? { answers: way as NonNullable<StandIn["answers"]> } : {}),
    };
  }

  /** How many items it has that was only read as a list; null where it is more than that, or none. */
  #itemsOf(name: string, { members }: Note): number | null {
    let isRead = false;
    for (const [key, value] of members) {
      if (LIST_METHODS.has(key)) {
        if (value.is !== "stand-in" || !this.#goesThroughList(value.name)) return null;
      } else if (!OF_LIST.has(key)) return null;
      isRead ||= !OF_TEXT.has(key) && key !== "@@asyncIterator";
      if (key === "0" && value.is !== "stand-in") return null;
    }
    // The second by its place is another than the first two that are gone through.
    return isRead && !this.#notes.has(`${name}[1]`) ? (partsOf(name).length ?? ITEMS_OF_LISTS) : null;
  }

  #goesThroughList(name: string): boolean {
    const note = this.#notes.get(plainName(name));
    if (note === undefined || note.isOtherwise || note.isChanged || note.isConstructed) return false;
    return note.members.size === 0 && note.known === note.calls && note.ways.size === 1 && isList(note);
  }

  /** Whether it is a function, a text or a number, which all of its holders may share. */
  #isShared(value: MemberValue): boolean {
    if (value.is !== "stand-in") return false;
    const name = plainName(value.name);
    const note = this.#notes.get(name);
    if (note === undefined || note.isOtherwise) return false;
    const { is } = this.#standIn(name, note) ?? {};
    return is === "text" || is === "number" || (is === "function" && !note.isChanged);
  }
}

function isList({ ways }: Note): boolean {
  return [...ways.values()].every(({ by }) => by === "list");
}

/** Whether each holder has its own. */
function isOfHolder({ is }: MemberValue): boolean {
  return is === "stand-in" || is === "told";
}

function isAlike(one: MemberValue, other: MemberValue): boolean {
  if (one.is === "stand-in" && other.is === "stand-in") return plainName(one.name) === plainName(other.name);
  return JSON.stringify(one) === JSON.stringify(other);
}
