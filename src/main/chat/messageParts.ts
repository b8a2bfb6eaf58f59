import type { Part } from '../../shared/providers.ts'

/** What a message says, without the model's reasoning. */
export function textOf(parts: readonly Part[]): string {
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n\n')
}

/** Joins neighbours of one type and leaves out empty ones. */
export function joinParts(parts: readonly Part[]): Part[] {
  const joined: { type: Part['type']; texts: string[] }[] = []
  for (const { type, text } of parts) {
    if (text === '') continue
    const last = joined.at(-1)
    if (last?.type === type) last.texts.push(text)
    else joined.push({ type, texts: [text] })
  }
  return joined.map(({ type, texts }) => ({ type, text: texts.join('') }))
}

/**
 * An answer and what came when the model was asked to go on: the text goes on where it stopped,
 * also where the model reasoned anew first.
 */
export function joinContinuation(earlier: readonly Part[], added: readonly Part[]): Part[] {
  const at = earlier.at(-1)?.type === 'text' ? earlier.length - 1 : earlier.length
  if (at === earlier.length) return joinParts([...earlier, ...added])
  const texts = added.filter((part) => part.type === 'text')
  const reasoning = added.filter((part) => part.type === 'reasoning')
  return joinParts([...earlier.slice(0, at), ...reasoning, ...earlier.slice(at), ...texts])
}
