/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u

/** Returns true if the text contains a character of a script without spaces. */
export function hasUnspaced(text: string): boolean {
  return unspaced.test(text)
}

export function firstCharacter(text: string): string {
  return /^[^]/u.exec(text)?.[0] ?? ''
}

export function lastCharacter(text: string): string {
  return /[^]$/u.exec(text)?.[0] ?? ''
}
