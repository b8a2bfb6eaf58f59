/** The longest part of a prompt in a file's name. */
const maxLength = 40

/** Returns the beginning of a prompt, with nothing but words, for a file's name; may be empty. */
export function promptWords(prompt: string): string {
  return prompt
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
    .trim()
}
