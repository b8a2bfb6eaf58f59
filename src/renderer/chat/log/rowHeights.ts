import type { ThreadEntry } from '../conversation/thread.ts'
import { dropOldest } from '../../../shared/dropOldest.ts'

/** The measures that determine the height of rows. */
export interface RowMetrics {
  /** In pixels. */
  width: number
  fontSize: number
}

export interface RowHeights {
  /** Returns the height in pixels: the last measured one, or an estimate by the text's length. */
  heightOf: (entry: ThreadEntry) => number
  measured: (entry: ThreadEntry, height: number) => void
  /** Sets the metrics and forgets heights measured with others. Returns whether they differ. */
  setMetrics: (metrics: RowMetrics) => boolean
}

const maxConversations = 20
/** Ordered by last use, the latest at the end. */
const known = new Map<string, RowHeights>()

/** Returns the heights of a conversation's messages, remembered while the page lives. */
export function rowHeightsOf(conversationId: string): RowHeights {
  const heights = known.get(conversationId) ?? createRowHeights()
  known.delete(conversationId)
  known.set(conversationId, heights)
  dropOldest(known, maxConversations)
  return heights
}

const characterWidth = 0.5
const lineHeight = 1.65
/** Space around a message's text (buttons and margins), in line heights. */
const surroundings = { user: 3.6, assistant: 3.2 }
const foldedLines = 32
const learningRate = 0.1

export function createRowHeights(): RowHeights {
  const heights = new Map<string, number>()
  /** An estimate never changes; otherwise all rows would move with each new measurement. */
  const guesses = new Map<string, number>()
  let metrics: RowMetrics = { width: 700, fontSize: 15 }
  /** The recent ratio of measured to estimated height. */
  const factors = { user: 1, assistant: 1 }

  const guess = ({ role, length }: ThreadEntry): number => {
    const { width, fontSize } = metrics
    const room = role === 'user' ? width * 0.8 : width
    const lines = Math.ceil(length / Math.max(1, room / (fontSize * characterWidth)))
    const shown = role === 'user' ? Math.min(lines, foldedLines) : lines
    return (shown + surroundings[role]) * fontSize * lineHeight
  }

  return {
    heightOf: (entry) => {
      const known = heights.get(entry.id) ?? guesses.get(entry.id)
      if (known !== undefined) return known
      const guessed = Math.round(guess(entry) * factors[entry.role])
      guesses.set(entry.id, guessed)
      return guessed
    },
    measured: (entry, height) => {
      if (!heights.has(entry.id)) {
        factors[entry.role] += (height / guess(entry) - factors[entry.role]) * learningRate
      }
      heights.set(entry.id, height)
    },
    setMetrics: (next) => {
      if (next.width === metrics.width && next.fontSize === metrics.fontSize) return false
      metrics = next
      heights.clear()
      guesses.clear()
      return true
    },
  }
}
