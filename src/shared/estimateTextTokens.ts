/** Characters worth a word or half a word each: Chinese, Japanese, Korean. */
const denseScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
/** Scripts that tokenizers compress less well than Latin. */
const middlingScripts = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/gu

/** Estimates how many tokens a text has with today's tokenizers; within a fifth for most texts. */
export function estimateTextTokens(text: string): number {
  const dense = text.match(denseScripts)?.length ?? 0
  const middling = text.match(middlingScripts)?.length ?? 0
  return Math.ceil(dense / 1.3 + middling / 2.2 + (text.length - dense - middling) / 4)
}
