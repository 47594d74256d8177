/**
 * A shorter text for which a condition still holds: stretches are left out, long ones first, as long as it does
 * (after Zeller's delta debugging). `holds(text)` is true at first; it is asked at most `most` times, and no more once
 * `goesOn` says so.
 */
export function minimise(
  text: string,
  holds: (text: string) => boolean,
  goesOn: () => boolean = () => true,
  most = 2000,
): string {
  let shortest = text;
  let asked = 0;
  for (let length = Math.ceil(shortest.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let at = 0; at < shortest.length && asked < most && goesOn();) {
      const without = shortest.slice(0, at) + shortest.slice(at + length);
      asked++;
      if (without.length < shortest.length && holds(without)) shortest = without;
      else at += length;
    }
  }
  return shortest;
}
