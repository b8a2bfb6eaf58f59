/** Pieces as a tokenizer would make them: a word with the space before it. */
export function tokensOf(text: string): string[] {
  return text.match(/\s*\S{1,8}|\s+$/gu) ?? []
}

/** Pieces as a tool's arguments come: cut anywhere. */
export function piecesOf(text: string): string[] {
  return text.match(/.{1,5}/gsu) ?? []
}
