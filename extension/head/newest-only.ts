/**
 * Does `work` once at a time. Whoever asks while it is under way makes it be done once more afterwards, however many
 * there are: so that work is never done for what is no longer new when its turn comes, and an older answer never comes
 * after a newer one.
 *
 * @returns Asks for it; resolves when no more is to be done. Rejects as `work` does, after which it can be asked for again.
 */
export function newestOnly(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  let asked = 0;
  const untilDone = async (): Promise<void> => {
    try {
      for (let done = -1; done !== asked;) {
        const now = asked;
        await work();
        done = now;
      }
    } finally {
      underWay = undefined;
    }
  };
  return () => {
    asked++;
    return (underWay ??= untilDone());
  };
}
