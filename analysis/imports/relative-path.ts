/**
 * Where a relative specifier leads from a folder, without steps that lead nowhere: `../b` from `src/a` is `src/b`. What leads
 * out of where both begin has `..` in front.
 *
 * @param folder With `/` between its steps; empty for where it begins.
 */
export function pathFrom(folder: string, specifier: string): string {
  const steps: string[] = [];
  for (const step of `${folder}/${specifier}`.split("/")) {
    if (step === "." || step === "") continue;
    const isBack = step === ".." && steps.length > 0 && steps.at(-1) !== "..";
    if (isBack) steps.pop();
    else steps.push(step);
  }
  return `${folder.startsWith("/") ? "/" : ""}${steps.join("/")}`;
}
