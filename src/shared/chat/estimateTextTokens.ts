/** Characters worth a word or half a word each: Chinese, Japanese, Korean. */
const denseScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
/** Scripts that tokenizers compress less well than Latin. */
const middlingScripts = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/gu

/** Estimates how many tokens a text has with today's tokenizers; within a fifth for most texts. */
export function estimateTextTokens(text: string): number {
  return countBy({ dense: 1.3, middling: 2.2, other: 4 }, text)
}

/** Returns how many tokens a text has at least: a run of one character may be a single token. */
export function leastTextTokens(text: string): number {
  return countBy({ dense: 2, middling: 4, other: 5 }, text.replace(/(.)\1{2,}/gsu, '$1'))
}

/** Counts with so many characters a token in each kind of script. */
function countBy(
  perToken: { dense: number; middling: number; other: number },
  text: string,
): number {
  const dense = text.match(denseScripts)?.length ?? 0
  const middling = text.match(middlingScripts)?.length ?? 0
  const other = text.length - dense - middling
  return Math.ceil(dense / perToken.dense + middling / perToken.middling + other / perToken.other)
}
