/** Splits text as a tokenizer would: a word with its leading space. */
export function tokensOf(text: string): string[] {
  return text.match(/\s*\S{1,8}|\s+$/gu) ?? []
}

/** Splits a tool's arguments at arbitrary places. */
export function piecesOf(text: string): string[] {
  return text.match(/.{1,5}/gsu) ?? []
}
