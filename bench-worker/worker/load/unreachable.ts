import { Unmeasurable } from "../harness/unmeasurable.ts";

/** A function that nothing at its module's level can name. */
export class Unreachable extends Unmeasurable {}

/** One that nothing came to making, not even a call of what is around it. */
export class NotMade extends Unreachable {}
