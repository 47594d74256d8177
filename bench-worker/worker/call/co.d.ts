/** What is used of co, which comes without types. */
declare module "co" {
  const co: {
    /** A function that runs the generator, with the receiver and the arguments that it is given, and gives a promise of its end. */
    wrap(generator: (...parameters: unknown[]) => unknown): (...parameters: unknown[]) => Promise<unknown>;
  };
  export default co;
}
