import type { ThreadEntry } from '../conversation/thread.ts'

/** What of the look of rows decides how high they are. */
export interface RowMetrics {
  /** Pixels. */
  width: number
  fontSize: number
}

export interface RowHeights {
  /** Pixels: as it was last measured, else a guess by the length of the text. */
  heightOf: (entry: ThreadEntry) => number
  measured: (entry: ThreadEntry, height: number) => void
  /** Heights that were measured with other metrics are forgotten; tells whether there are others. */
  setMetrics: (metrics: RowMetrics) => boolean
}

const conversationsMaximum = 20
/** The conversation used last comes last. */
const known = new Map<string, RowHeights>()

/** How high the messages of a conversation are; remembered while the page lives. */
export function rowHeightsOf(conversationId: string): RowHeights {
  const heights = known.get(conversationId) ?? createRowHeights()
  known.delete(conversationId)
  known.set(conversationId, heights)
  for (const id of known.keys()) {
    if (known.size <= conversationsMaximum) break
    known.delete(id)
  }
  return heights
}

const characterWidth = 0.5
const lineHeight = 1.65
/** Space around the text of a message, in line heights: buttons and margins. */
const surroundings = { user: 3.6, assistant: 3.2 }
const foldedLines = 32
const learningRate = 0.1

export function createRowHeights(): RowHeights {
  const heights = new Map<string, number>()
  /** A guess stays what it is: else all rows would move whenever something is learned. */
  const guesses = new Map<string, number>()
  let metrics: RowMetrics = { width: 700, fontSize: 15 }
  /** How much higher rows were than they were thought to be, of late. */
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
