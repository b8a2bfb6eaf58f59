import type { ServerEvent } from './serverEvent.ts'

/** One turn of the user or the model. */
export interface Said {
  role: 'user' | 'assistant'
  text: string
}

interface Turn extends Said {
  itemId: string
  isWhole: boolean
}

/** The written form of both sides of a session. */
export interface Transcript {
  take: (event: ServerEvent) => void
  /** Resolves once all that the user said is written, or after this time. */
  settled: (milliseconds: number) => Promise<void>
  /** Emits the unfinished turns as they are. */
  flush: () => void
}

/**
 * Emits both sides' turns in the order in which they were spoken: the service often transcribes the
 * user only while the model answers.
 */
export function createTranscript(onSaid: (said: Said) => void): Transcript {
  let turns: Turn[] = []
  let wake = (): void => {}

  function begin(role: Said['role'], itemId: string): void {
    if (turns.some((turn) => turn.itemId === itemId)) return
    turns.push({ role, itemId, text: '', isWhole: false })
  }

  function change(itemId: string, write: (turn: Turn) => void): void {
    const turn = turns.find((one) => one.itemId === itemId)
    if (!turn) return
    write(turn)
    giveOut()
  }

  function giveOut(): void {
    const pending = turns.findIndex(({ isWhole }) => !isWhole)
    const whole = pending < 0 ? turns : turns.slice(0, pending)
    turns = turns.slice(whole.length)
    for (const { role, text } of whole) if (text.trim() !== '') onSaid({ role, text: text.trim() })
    if (!isUserPending()) wake()
  }

  const isUserPending = (): boolean =>
    turns.some(({ role, isWhole }) => role === 'user' && !isWhole)

  return {
    take({ type, itemId, role, text }) {
      switch (type) {
        case 'input_audio_buffer.committed':
          return begin('user', itemId)
        case 'conversation.item.input_audio_transcription.completed':
          return change(itemId, (turn) => Object.assign(turn, { text, isWhole: true }))
        case 'conversation.item.input_audio_transcription.failed':
          return change(itemId, (turn) => (turn.isWhole = true))
        case 'response.output_item.added':
          return role === 'assistant' ? begin('assistant', itemId) : undefined
        case 'response.output_audio_transcript.delta':
          return change(itemId, (turn) => (turn.text += text))
        case 'response.output_audio_transcript.done':
          return change(itemId, (turn) => (turn.text = text || turn.text))
        case 'response.output_item.done':
          return change(itemId, (turn) => (turn.isWhole = true))
      }
    },
    async settled(milliseconds) {
      if (!isUserPending()) return
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, milliseconds)
      })
    },
    flush() {
      for (const turn of turns) turn.isWhole = true
      giveOut()
    },
  }
}
