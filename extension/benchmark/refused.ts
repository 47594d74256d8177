import type { Command } from "./messages.ts";

/** Why there is nothing to measure, for the user. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  /** Labels of buttons and what they do. */
  readonly actions: Readonly<Record<string, Command>>;

  constructor(message: string, actions: Readonly<Record<string, Command>> = {}) {
    super(message);
    this.actions = actions;
  }
}
