import type { Reach } from "../model.ts";
import type { FoundFunction, Holder, Key, Place, Target } from "../functions/found.ts";
import { spanText } from "../functions/scan.ts";
import type { Classified } from "../patterns/classify.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { TokenKind } from "../lexer/tokens.ts";

/** How a function is got at, or one sentence that says why it is not. */
export type Reachability =
  | { readonly reach: Reach }
  | { readonly reach: null; readonly unreachable: string; readonly storedCallback?: string };

type Path = { readonly expression: string; readonly receiver: Reach["receiver"] } | { readonly why: string };

/** How the function's value is got at in the module's scope. */
export function reachOf(view: FileView, classified: Classified): Reachability {
  const found = view.functions[classified.index]!;
  if (classified.storedCallback !== undefined) {
    const unreachable = `It answers through \`this.${classified.storedCallback}\`, which others store on its object first.`;
    return { reach: null, unreachable, storedCallback: classified.storedCallback };
  }
  const path = pathOf(view, found, classified);
  if ("why" in path) return { reach: null, unreachable: path.why };
  return { reach: { expression: path.expression, receiver: path.receiver } };
}

function pathOf(view: FileView, found: FoundFunction, classified: Classified): Path {
  const use = classified.madeBy;
  if (use === undefined) return ofFunction(view, found);
  if (!use.runsNow) {
    const { result } = use;
    return result === null ? { why: "What is made of it is given no name." } : ofTarget(view, result);
  }
  const own = use.isLiteral ? { why: runAtOnce(view, use.call) } : ofFunction(view, found);
  if ("why" in own) return own;
  const call = view.calls.at(use.call);
  const runner = spanText(view.tokens, { start: call.start, end: call.open });
  return { expression: `((...values) => ${runner}(${own.expression}(...values)))`, receiver: null };
}

function runAtOnce(view: FileView, callIndex: number): string {
  const call = view.calls.at(callIndex);
  return `It is given to ${spanText(view.tokens, { start: call.start, end: call.open })}() and run at once, so nothing can call it again.`;
}

function ofFunction(view: FileView, found: FoundFunction): Path {
  if (found.isDeclaration && found.nameToken >= 0) {
    return inModule(view, found.place) ?? { expression: textAt(view, found.nameToken), receiver: null };
  }
  return found.target === null
    ? { why: "It is used where it stands and has no name in the module." }
    : ofTarget(view, found.target);
}

/** Why the module's scope does not see what stands in a place; undefined when it does. */
function inModule(view: FileView, place: Place): { readonly why: string } | undefined {
  if (place.owner >= 0) {
    const name = outerName(view, place.owner);
    return { why: `It is a closure of ${name} and exists only while that runs.` };
  }
  if (place.block > 0) return { why: "It stands in a block, where the module's scope does not see it." };
  return undefined;
}

function outerName(view: FileView, index: number): string {
  const { nameToken, target } = view.functions[index]!;
  if (nameToken >= 0) return `\`${textAt(view, nameToken)}\``;
  if (target?.kind === "variable") return `\`${textAt(view, target.nameToken)}\``;
  if (target?.kind === "member") return `\`${spanText(view.tokens, target.key)}\``;
  return "the function around it";
}

function ofTarget(view: FileView, target: Target): Path {
  switch (target.kind) {
    case "variable":
      return inModule(view, target.place) ?? { expression: textAt(view, target.nameToken), receiver: null };
    case "assignment":
      return inModule(view, target.place) ?? ofAssignment(spanText(view.tokens, target.left));
    case "default":
      return inModule(view, target.place) ?? { expression: "exports.default", receiver: null };
    case "export-equals":
      return inModule(view, target.place) ?? { expression: "module.exports", receiver: null };
    case "member":
      return ofMember(view, target);
    case "argument": {
      const call = view.calls.at(target.call);
      const callee = spanText(view.tokens, { start: call.start, end: call.open });
      const shown = callee.length > 40 || callee.includes("\n") ? "a call" : `${callee}()`;
      return { why: `It is an argument of ${shown}, which nothing but that call can reach.` };
    }
  }
}

/** `a.b.c` on the left of an assignment at the module's level. */
function ofAssignment(left: string): Path {
  if (!/^[\w$]+(?:\.[\w$]+|\[(?:"[^"\n]*"|'[^'\n]*'|\d+)\])*$/.test(left))
    return { why: "It is assigned to something that cannot be named again for certain." };
  const expression = left.replace(/^this\b/, "module.exports");
  const method = /^(.+)\.prototype\.[\w$]+$/.exec(expression);
  if (method !== null) return { expression, receiver: { how: "construct", expression: method[1]! } };
  const owner = /^(.+)(?:\.[\w$]+|\[[^[\]]*\])$/.exec(expression)?.[1];
  const isOwnObject =
    owner !== undefined && owner !== "module" && owner !== "exports" && owner !== "module.exports";
  return { expression, receiver: isOwnObject ? { how: "value", expression: owner } : null };
}

function ofMember(view: FileView, target: Extract<Target, { kind: "member" }>): Path {
  const { holder, key } = target;
  if (view.tokens.kinds[key.start] === TokenKind.PrivateName)
    return { why: "It is private to its class: only the class's own methods can call it." };
  const of = ofHolder(view, holder);
  if ("why" in of) return of;
  const access = accessTo(view, key);
  if (holder.kind === "object") {
    const constructor = /^(.+)\.prototype$/.exec(of.expression)?.[1];
    const receiver =
      constructor === undefined
        ? ({ how: "value", expression: of.expression } as const)
        : ({ how: "construct", expression: constructor } as const);
    return { expression: of.expression + access, receiver };
  }
  if (target.isStatic)
    return { expression: of.expression + access, receiver: { how: "value", expression: of.expression } };
  if (target.isField)
    return { why: "It is a field that each instance gets anew: call it through a method instead." };
  return {
    expression: `${of.expression}.prototype${access}`,
    receiver: { how: "construct", expression: of.expression },
  };
}

function ofHolder(view: FileView, holder: Holder): Path {
  if (holder.kind === "class" && holder.declared && holder.nameToken >= 0)
    return inModule(view, holder.place) ?? { expression: textAt(view, holder.nameToken), receiver: null };
  if (holder.target !== null) return ofTarget(view, holder.target);
  const closed = inModule(view, holder.place);
  return closed ?? { why: `The ${holder.kind} it belongs to has no name in the module.` };
}

function accessTo(view: FileView, key: Key): string {
  const text = spanText(view.tokens, key);
  if (key.computed) return text;
  return view.tokens.kinds[key.start]! <= TokenKind.Keyword ? `.${text}` : `[${text}]`;
}
