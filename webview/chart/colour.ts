/**
 * A computed CSS colour (`rgb(…)`, `rgba(…)`, `color(srgb …)`) made more see-through; `alpha` is 0 to 1 of what it
 * is. Anything else is given back as it is.
 */
export function withAlpha(colour: string, alpha: number): string {
  const numbers = (colour.match(/-?[\d.]+/g) ?? []).map(Number);
  const [red, green, blue, own = 1] = numbers;
  if (red === undefined || green === undefined || blue === undefined) return colour;
  if (/^rgba?\(/.test(colour)) return `rgba(${red}, ${green}, ${blue}, ${own * alpha})`;
  if (!colour.startsWith("color(srgb ")) return colour;
  const [r, g, b] = [red, green, blue].map((share) => Math.round(share * 255));
  return `rgba(${r}, ${g}, ${b}, ${own * alpha})`;
}
