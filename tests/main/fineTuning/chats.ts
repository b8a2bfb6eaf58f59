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

/** Preference pairs, each about another question. */
export function preferences(count: number) {
  const answer = (content: string) => [{ role: 'assistant', content }]
  return chats(count).map(({ messages: [question] }, index) => ({
    input: { messages: [question] },
    preferred_output: answer(`Good ${String(index)}`),
    non_preferred_output: answer(`Bad ${String(index)}`),
  }))
}

export function toLines(examples: readonly object[]): string {
  return examples.map((example) => `${JSON.stringify(example)}\n`).join('')
}
