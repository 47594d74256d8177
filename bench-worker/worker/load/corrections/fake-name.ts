/** A fake's name as it stands in messages of engines. */
export const FAKE_NAME = String.raw`((?:new )?[\p{ID_Start}$_#][\p{ID_Continue}$#]*(?:\(\))?(?:\.[\p{ID_Continue}$#]+(?:-[\p{ID_Continue}$#]+)*(?:\(\))?|\[\d+\])*)`;

/** A variable goes by its own name, whatever it was taken from. */
export function anywhere(name: string): string {
  return /^[\p{ID_Continue}$]+$/u.test(name) ? `*.${name}` : name;
}
