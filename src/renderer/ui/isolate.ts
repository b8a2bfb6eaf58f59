/** Returns the text between Unicode's marks that keep its direction from its neighbours. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`
}
