/** Whether tool calls run, or wait for the user's decision in the chat. */
export type ToolsState = 'idle' | 'running' | 'awaiting'

/**
 * Returns a function that begins a round of calls, and itself returns one that sets the state of
 * this round. `onChange` gets the state of all: one that waits for the user comes first.
 */
export function createToolStates(
  onChange: (state: ToolsState) => void,
): () => (state: ToolsState) => void {
  const states = new Map<symbol, ToolsState>()
  let shown: ToolsState = 'idle'
  return () => {
    const round = Symbol('round')
    return (state) => {
      if (state === 'idle') states.delete(round)
      else states.set(round, state)
      const all = [...states.values()]
      const next = all.includes('awaiting') ? 'awaiting' : (all[0] ?? 'idle')
      if (next === shown) return
      shown = next
      onChange(next)
    }
  }
}
