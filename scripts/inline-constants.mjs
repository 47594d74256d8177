import path from "node:path";
import ts from "typescript";

/**
 * Puts the numbers of constants in place of their names: 44 for `Char.Comma`, with the name in a comment, where `const Char =
 * { Comma: 44 } as const` stands at the top of the module or of one that it is imported from. Of a `switch` over numbers
 * engines make a table of jumps, and minifiers leave members' names as long as they are. Lines stay where they were.
 * `readSource` gives the text of a file by its path.
 */
export function inlineConstants(file, source, readSource) {
  const modules = new Modules(readSource);
  const { syntax, constants } = modules.parsed(file, source);
  const hidden = namesWithin(syntax);
  const edits = [];
  visit(syntax, (node) => {
    if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return;
    if (node.questionDotToken !== undefined || hidden.has(node.expression.text)) return;
    const value = constants(node.expression.text)?.get(node.name.text);
    if (value !== undefined) edits.push({ start: node.getStart(syntax), end: node.end, value });
  });
  let text = "";
  let from = 0;
  for (const { start, end, value } of edits) {
    text += `${source.slice(from, start)}(${value} /* ${source.slice(start, end)} */)`;
    from = end;
  }
  return text + source.slice(from);
}

/** What a file and those that it imports from declare, each read once. */
class Modules {
  #readSource;
  #parsed = new Map();

  constructor(readSource) {
    this.#readSource = readSource;
  }

  /** The syntax of a module, and a function that gives the members of a constant by its name in it. */
  parsed(file, source = this.#readSource(file)) {
    const known = this.#parsed.get(file);
    if (known !== undefined) return known;
    const syntax = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
    const found = new Map();
    const module = {
      syntax,
      constants: (name) => {
        if (!found.has(name)) found.set(name, this.#membersOf(module, file, name));
        return found.get(name);
      },
    };
    this.#parsed.set(file, module);
    return module;
  }

  #membersOf({ syntax, constants }, file, name) {
    for (const statement of syntax.statements) {
      if (ts.isVariableStatement(statement)) {
        const declared = statement.declarationList.declarations.find(
          (one) => ts.isIdentifier(one.name) && one.name.text === name,
        );
        if (declared !== undefined) return membersOfObject(declared.initializer, constants);
      }
      const names = namesFromElsewhere(statement);
      const specifier = names?.elements.find((one) => one.name.text === name);
      if (specifier === undefined || specifier.isTypeOnly) continue;
      const original = (specifier.propertyName ?? specifier.name).text;
      const { moduleSpecifier } = statement;
      // `export { Word };` of what is imported.
      if (moduleSpecifier === undefined) continue;
      if (!moduleSpecifier.text.startsWith(".")) return undefined;
      return this.parsed(path.join(path.dirname(file), moduleSpecifier.text)).constants(original);
    }
    return undefined;
  }
}

/** The names between the braces of `import { … } from` and `export { … } from`. */
function namesFromElsewhere(statement) {
  if (ts.isExportDeclaration(statement))
    return statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause)
      ? statement.exportClause
      : undefined;
  const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
  return bindings !== undefined && ts.isNamedImports(bindings) ? bindings : undefined;
}

/** Names and numbers of `{ … } as const`; undefined where it holds anything else. */
function membersOfObject(initializer, constants) {
  if (
    initializer === undefined ||
    !ts.isAsExpression(initializer) ||
    !ts.isConstTypeReference(initializer.type)
  )
    return undefined;
  const object = initializer.expression;
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  const members = new Map();
  for (const property of object.properties) {
    if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) return undefined;
    const value = valueOf(property.initializer, constants);
    if (value === undefined) return undefined;
    members.set(property.name.text, value);
  }
  return members;
}

function valueOf(expression, constants) {
  if (ts.isNumericLiteral(expression)) return Number(expression.text);
  const isMember = ts.isPropertyAccessExpression(expression) && ts.isIdentifier(expression.expression);
  return isMember ? constants(expression.expression.text)?.get(expression.name.text) : undefined;
}

/** All names that functions and blocks of a module declare: what has one of them may not be what the module has. */
function namesWithin(syntax) {
  const names = new Set();
  visit(syntax, (node) => {
    const isDeclaration =
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionLike(node) ||
      ts.isClassLike(node) ||
      (ts.isVariableDeclaration(node) && !isOfModule(node, syntax));
    if (isDeclaration && node.name !== undefined && ts.isIdentifier(node.name)) names.add(node.name.text);
  });
  return names;
}

function isOfModule(declaration, syntax) {
  const statement = declaration.parent.parent;
  return ts.isVariableStatement(statement) && statement.parent === syntax;
}

function visit(node, look) {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}
