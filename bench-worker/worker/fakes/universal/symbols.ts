/** Whether a symbol is a program's own name for a member rather than one by which engines and libraries ask. */
export function isOfProgram({ description }: symbol): boolean {
  return (
    description !== undefined && description !== "" && !/^(?:Symbol\.|nodejs\.|undici )/.test(description)
  );
}

/** A symbol's name as a member's: the last word of its description. */
export function symbolName({ description = "" }: symbol): string {
  return /[\p{ID_Continue}$]+(?=[^\p{ID_Continue}$]*$)/u.exec(description)?.[0] ?? "member";
}
