/**
 * Numbers from 0 to below 1, the same for the same seed: a linear congruential generator of 31 bits, as multiplying
 * 32-bit integers without loss is more than oldest engines offer.
 */
export function seededRandom(seed: number): () => number {
  const modulus = 2147483647;
  let state = (Math.abs(Math.floor(seed)) % (modulus - 1)) + 1;
  const next = (): number => {
    // 48271 × 2^31 has 47 bits: exact in a double (Park and Miller, minimal standard, 1993 revision).
    state = (state * 48271) % modulus;
    return (state - 1) / (modulus - 1);
  };
  for (let i = 0; i < 8; i++) next();
  return next;
}

/** A copy in random order: Fisher and Yates. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = items.slice();
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const item = mixed[i]!;
    mixed[i] = mixed[j]!;
    mixed[j] = item;
  }
  return mixed;
}
