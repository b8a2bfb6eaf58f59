import type { Turn } from '../reply.ts'

/**
 * Returns the turns for a model without a role for instructions: their text begins the user's turn
 * after them, or one of its own if there is none.
 */
export function moveInstructions(turns: readonly Turn[]): Turn[] {
  const moved: Turn[] = []
  let instructions = ''
  for (const turn of turns) {
    if (turn.role === 'system') {
      instructions = [instructions, textOf(turn)].filter(Boolean).join('\n\n')
      continue
    }
    if (turn.role !== 'user' || instructions === '') moved.push(turn)
    else {
      moved.push({
        role: 'user',
        parts: [{ type: 'text', text: `${instructions}\n\n` }, ...turn.parts],
      })
      instructions = ''
    }
  }
  if (instructions === '') return moved
  return [...moved, { role: 'user', parts: [{ type: 'text', text: instructions }] }]
}

export function hasInstructions(turns: readonly Turn[]): boolean {
  return turns.some((turn) => turn.role === 'system' && textOf(turn) !== '')
}

function textOf({ parts }: Turn): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('')
}
