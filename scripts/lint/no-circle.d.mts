/** What a rule is told of the file that is linted. */
interface Context {
  readonly physicalFilename: string;
  readonly cwd: string;
  readonly sourceCode: { readonly text: string };
  readonly report: (told: { readonly data: { readonly way: string } }) => void;
}

/** A lint rule: no file imports itself by way of others, be it only for a type. */
export const noCircle: {
  create(context: Context): {
    ImportDeclaration(node: { readonly source: { readonly value: string } }): void;
  };
};
