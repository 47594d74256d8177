/** `query` of `pool.connect.client.query`. */
export function lastName(expression: string): string {
  return expression.slice(expression.lastIndexOf(".") + 1);
}
