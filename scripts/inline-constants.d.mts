/**
 * A TypeScript module's text with the numbers of constants in place of their names: 44 for `Char.Comma`, where `const Char =
 * { Comma: 44 } as const` stands at the top of the module or of one that it is imported from. `readSource` gives the text
 * of another file by its path.
 */
export function inlineConstants(file: string, source: string, readSource: (file: string) => string): string;
