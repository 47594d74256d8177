/**
 * A shorter text for which a condition still holds: stretches are left out, long ones first, as long as it does
 * (after Zeller's delta debugging). `holds(text)` is true at first; it is asked at most `most` times.
 */
export function minimise(text: string, holds: (text: string) => boolean, most = 2000): string {
  let shortest = text;
  let asked = 0;
  for (let length = Math.ceil(shortest.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let at = 0; at < shortest.length && asked < most;) {
      const without = shortest.slice(0, at) + shortest.slice(at + length);
      asked++;
      if (without.length < shortest.length && holds(without)) shortest = without;
      else at += length;
    }
  }
  return shortest;
}
