/** Source: OpenAI's guide to the costs of realtime sessions: one token for 50 ms of an answer. */
const msPerSpokenToken = 50

/** Milliseconds of sound in an answer, heard or not. */
export function spokenMs(tokens: number): number {
  return tokens * msPerSpokenToken
}

/**
 * Returns the offset in the text of an answer up to which its sound was heard. The sound of an
 * answer comes over WebRTC without marks that tie it to the text, so the text is taken as spoken
 * at an even speed.
 */
export function heardOffset(length: number, heardMs: number, totalMs: number): number {
  if (totalMs <= 0) return length
  return Math.min(length, Math.floor((length * heardMs) / totalMs))
}

/** Returns the text up to the offset, without a word that the offset cuts. */
export function cutAtWord(text: string, offset: number): string {
  if (offset >= text.length) return text
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  return text.slice(0, words.containing(Math.max(0, offset))?.index ?? 0).trimEnd()
}
