import { TokenKind } from "../lexer/tokens.ts";
import { Atom } from "./atoms.ts";
import { atomAt, readGroup, type Scan } from "./scan.ts";
import { afterTypeArguments } from "./types.ts";

/** A JSX element or fragment with its children; stands behind its closing tag then. */
export function jsxElement(scan: Scan, limit: number): void {
  let depth = 0;
  do {
    const before = scan.at;
    if (scan.tokens.kinds[before] === TokenKind.JsxText) {
      scan.at++;
    } else if (scan.atoms[before] === Atom.Less) {
      depth += tag(scan, limit);
    } else if (scan.atoms[before] === Atom.OpenBrace) {
      readGroup(scan, before, scan.rules.expressions);
    } else {
      // An element is never closed: what follows is not its child.
      return;
    }
    if (scan.at === before) return;
  } while (depth > 0 && scan.at < limit);
}

/** Reads one tag and tells by how much it deepens: 1 opening, 0 self-closing, -1 closing. */
function tag(scan: Scan, limit: number): number {
  scan.at++;
  let deepens = 1;
  if (atomAt(scan, scan.at, limit) === Atom.Slash) {
    deepens = -1;
    scan.at++;
  }
  let inName = true;
  while (scan.at < limit) {
    const before = scan.at;
    switch (scan.atoms[before]) {
      case Atom.Greater:
        scan.at++;
        return deepens;
      case Atom.Slash:
        if (deepens === 1) deepens = 0;
        scan.at++;
        break;
      case Atom.OpenBrace:
        readGroup(scan, before, scan.rules.expressions);
        break;
      case Atom.Less: {
        // Type arguments after the name, or an element as an attribute's value.
        const after = scan.typed && inName ? afterTypeArguments(scan, before, limit) : -1;
        if (after >= 0) scan.at = after;
        else jsxElement(scan, limit);
        break;
      }
      default:
        scan.at++;
    }
    inName = scan.atoms[before] !== Atom.Equals;
    if (scan.at === before) scan.at++;
  }
  return deepens;
}
