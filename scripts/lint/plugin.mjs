import { floors } from "./floors.mjs";
import { noCircle } from "./no-circle.mjs";

/** The project's own lint rules, for Oxlint. */
export default { meta: { name: "async-cost" }, rules: { floors, "no-circle": noCircle } };
