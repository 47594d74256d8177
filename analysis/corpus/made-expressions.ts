import path from "node:path";
import ts from "typescript";

/** A regular expression that a program makes of text, as far as that can be told without running it. */
export interface MadeExpression {
  readonly file: string;
  readonly line: number;
  /** Undefined where its text comes from elsewhere: a parameter, a list. */
  readonly expression: RegExp | undefined;
}

/** What stands for a value that only a run knows: mostly a name of the source, escaped. */
const UNKNOWN = "name";

/** The expressions that files make by `new RegExp(…)`: constants are followed through the files, and what else is put in is a name. */
export class MadeExpressions {
  readonly #read: (file: string) => string | undefined;
  readonly #files = new Map<string, ts.SourceFile | undefined>();

  constructor(read: (file: string) => string | undefined) {
    this.#read = read;
  }

  in(file: string): MadeExpression[] {
    const tree = this.#treeOf(file);
    const found: MadeExpression[] = [];
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      if (!ts.isNewExpression(node) || node.expression.getText(tree) !== "RegExp") return;
      const [source, flags] = node.arguments ?? [];
      const line = tree!.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
      const text = source === undefined ? undefined : this.#textOf(file, source);
      const expression =
        text === undefined
          ? undefined
          : new RegExp(text, flags === undefined ? "" : (this.#textOf(file, flags) ?? "u"));
      found.push({ file, line, expression });
    };
    if (tree !== undefined) visit(tree);
    return found;
  }

  #treeOf(file: string): ts.SourceFile | undefined {
    if (this.#files.has(file)) return this.#files.get(file);
    const text = this.#read(file);
    const tree =
      text === undefined ? undefined : ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    this.#files.set(file, tree);
    return tree;
  }

  #textOf(file: string, node: ts.Expression): string | undefined {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isTaggedTemplateExpression(node)) return this.#ofTemplate(file, node.template, true);
    if (ts.isTemplateExpression(node)) return this.#ofTemplate(file, node, false);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const [left, right] = [this.#textOf(file, node.left), this.#textOf(file, node.right)];
      return left === undefined || right === undefined ? undefined : left + right;
    }
    return ts.isIdentifier(node) ? this.#named(file, node.text, node) : undefined;
  }

  #ofTemplate(file: string, template: ts.TemplateLiteral, isRaw: boolean): string {
    const own = (part: ts.TemplateLiteralLikeNode): string => (isRaw ? (part.rawText ?? "") : part.text);
    if (ts.isNoSubstitutionTemplateLiteral(template)) return own(template);
    return template.templateSpans.reduce(
      (before, { expression, literal }) =>
        before + (this.#textOf(file, expression) ?? UNKNOWN) + own(literal),
      own(template.head),
    );
  }

  /** The text of a constant: one of a block around, else of the file, else of another that the file imports it from. */
  #named(file: string, name: string, from: ts.Node | undefined): string | undefined {
    const tree = this.#treeOf(file);
    if (tree === undefined) return undefined;
    for (let around = from ?? tree; ; around = around.parent) {
      if (!ts.isBlock(around) && !ts.isSourceFile(around)) continue;
      for (const statement of around.statements) {
        if (!ts.isVariableStatement(statement)) continue;
        const declared = statement.declarationList.declarations.find(
          (one) => one.name.getText(tree) === name,
        );
        if (declared?.initializer !== undefined) return this.#textOf(file, declared.initializer);
      }
      if (ts.isSourceFile(around)) break;
    }
    for (const statement of tree.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const bindings = statement.importClause?.namedBindings;
      const isIt =
        bindings !== undefined &&
        ts.isNamedImports(bindings) &&
        bindings.elements.some((one) => one.name.text === name);
      if (isIt)
        return this.#named(
          path.posix.join(path.posix.dirname(file), statement.moduleSpecifier.text),
          name,
          undefined,
        );
    }
    return undefined;
  }
}
