/** A conversation of a training set. */
export function chat(question: string, answer: string) {
  return {
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  }
}

/** Conversations that differ in all their words. */
export function chats(count: number) {
  return Array.from({ length: count }, (_none, index) => {
    const word = (of: string): string => `${of}${String(index)}`
    const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'].map(word)
    return chat(`What of ${words.join(' ')}?`, `It is ${words.toReversed().join(' ')}.`)
  })
}

export function toLines(examples: readonly object[]): string {
  return examples.map((example) => `${JSON.stringify(example)}\n`).join('')
}
