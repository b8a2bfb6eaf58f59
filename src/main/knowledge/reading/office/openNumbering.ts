import { formatCount } from './countFormats.ts'
import type { ListLevel, OpenStyles } from './openStyles.ts'

/** Counts the items and headings of an OpenDocument text, as its lists follow each other. */
export interface OpenNumbering {
  openList: (style: string | undefined, continues: boolean) => void
  closeList: () => void
  /** Begins an item, whose first paragraph gets the number. */
  openItem: (start: number | undefined) => void
  isInList: () => boolean
  /** Returns the number of a paragraph with a space after it; empty if it has none. */
  ofParagraph: () => string
  /** Returns the same for a heading. */
  ofHeading: (level: number) => string
}

export function createOpenNumbering({ lists, outline }: OpenStyles): OpenNumbering {
  /** The styles of the open lists, outermost first. */
  const open: string[] = []
  const known = new Map<string, number[]>()
  const headings: number[] = []
  let counts: number[] = []
  let item: { start: number | undefined } | undefined

  return {
    openList(style, continues) {
      const name = style ?? open.at(-1) ?? ''
      if (open.length === 0) {
        counts = (continues ? known.get(name) : undefined) ?? []
        known.set(name, counts)
      }
      open.push(name)
      item = undefined
    },
    closeList() {
      open.pop()
      item = undefined
    },
    openItem(start) {
      item = { start }
    },
    isInList: () => open.length > 0,
    ofParagraph() {
      if (!item || open.length === 0) return ''
      const { start } = item
      item = undefined
      return next(counts, lists.get(open.at(-1) ?? '') ?? [], open.length - 1, start)
    },
    ofHeading: (level) => next(headings, outline, level - 1, undefined),
  }
}

/** Counts on at a level, and begins the levels below it anew. */
function next(
  counts: number[],
  levels: readonly (ListLevel | undefined)[],
  level: number,
  start: number | undefined,
): string {
  counts.length = Math.min(counts.length, level + 1)
  for (let above = counts.length; above < level; above++) counts[above] = levels[above]?.start ?? 1
  const before = counts[level]
  counts[level] = start ?? (before === undefined ? (levels[level]?.start ?? 1) : before + 1)
  const own = levels[level]
  if (!own || own.format === '') return ''
  const from = Math.max(0, level + 1 - own.shown)
  const numbers = counts
    .slice(from)
    .map((count, index) => formatCount(count, levels[from + index]?.format || 'none'))
    .filter((number) => number !== '')
  return `${own.prefix}${numbers.join('.')}${own.suffix}`.trim() + ' '
}
