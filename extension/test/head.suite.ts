import * as vscode from "vscode";
import { activated, closeAll, lensesOf, replace, until, withSetting } from "./editing.ts";
import { tempRepository, type TempRepository } from "./temp-repository.ts";

const TEXT = "async function get() { await b(1); }\n\nasync function put() { await b(1); }\n";

describe("the comparison with the last commit in the editor", () => {
  let repository: TempRepository;
  before(async () => {
    await activated();
    repository = await tempRepository();
  });
  after(() => repository.remove());
  afterEach(closeAll);

  const tokensAre = (document: vscode.TextDocument, ...expected: string[]) =>
    until(expected.join(" | "), async () => {
      const lenses = Object.values(await lensesOf(document));
      return lenses.map(([title]) => title?.split(" · ")[0]).join() === expected.join();
    });

  it("is in the hints of what has changed since, while it is typed and after it was committed", async () => {
    const file = await repository.write("typed.js", TEXT);
    repository.commit();
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    const { document } = editor;
    await tokensAre(document, "13 tokens", "13 tokens");
    await replace(editor, "await b(1);", "await b(1, 2);");
    await tokensAre(document, "15 tokens, +2 since HEAD", "13 tokens");
    await replace(editor, "async function put", "async function store");
    await tokensAre(document, "15 tokens, +2 since HEAD", "13 tokens, ±0 since HEAD");
    await document.save();
    repository.commit();
    await replace(editor, "store()", "store(id)");
    await document.save();
    await tokensAre(document, "15 tokens", "14 tokens, +1 since HEAD");
  });

  it("is left out by setting, and comes back without a reload", async () => {
    const file = await repository.write("set.js", TEXT);
    repository.commit();
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    await replace(editor, "await b(1);", "await b();");
    await tokensAre(editor.document, "12 tokens, −1 since HEAD", "13 tokens");
    await withSetting("compareTokensWith", "leanest", () =>
      tokensAre(editor.document, "12 tokens", "13 tokens"),
    );
    await tokensAre(editor.document, "12 tokens, −1 since HEAD", "13 tokens");
  });

  it("is left out in a file that was never committed", async () => {
    const file = await repository.write("new.js", TEXT);
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    await replace(editor, "await b(1);", "await b();");
    await tokensAre(editor.document, "12 tokens", "13 tokens");
  });

  it("asks the editor's own git extension where it is switched on", async function () {
    if (vscode.extensions.getExtension("vscode.git") === undefined) this.skip();
    const git = () => vscode.workspace.getConfiguration("git");
    await git().update("enabled", true, vscode.ConfigurationTarget.Global);
    try {
      const file = await repository.write("watched.js", TEXT);
      repository.commit();
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
      await vscode.commands.executeCommand("git.openRepository", repository.folder);
      await replace(editor, "await b(1);", "await b(1, 2);");
      await tokensAre(editor.document, "15 tokens, +2 since HEAD", "13 tokens");
      await repository.write("other.js", TEXT);
      await editor.document.save();
      // Nobody tells of this commit but the extension, which watches the repository.
      repository.commit();
      await tokensAre(editor.document, "15 tokens", "13 tokens");
    } finally {
      await git().update("enabled", undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
