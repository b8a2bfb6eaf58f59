/** Returns texts as a list in the language's words, such as `a, b, and c`. */
export function formatList(language: string, texts: readonly string[]): string {
  return new Intl.ListFormat(language).format(texts)
}
