import type { DrawnSize } from './drawnSizes.ts'

/** The size of each part in a drawing of Mermaid, in CSS pixels, with labels of usual length. */
const nodeWidth = 150
const rankHeight = 104
const columnWidth = 190
const rowHeight = 64
const participantWidth = 200
const messageHeight = 48
const statementHeight = 48
const margin = 16

/** The sizes of the kinds of diagram whose size hardly depends on their content. */
const fixedSizes: Readonly<Record<string, DrawnSize>> = {
  pie: { width: 640, height: 450 },
  quadrantChart: { width: 500, height: 500 },
  'xychart-beta': { width: 700, height: 500 },
  journey: { width: 900, height: 540 },
}

/** Longer chains are counted no further: no estimate is worth more. */
const maxRanks = 60

const arrow = /(?:<?--+[>xo-]?|-\.+->?|<?==+>?)(?:\|[^|]*\|)?/
const name = /^\s*([\p{L}\p{N}_]+)/u

/** Returns about how large Mermaid draws a source, so that its room is there before the picture. */
export function estimateSize(source: string): DrawnSize {
  const statements = source.split(/[\n;]/).filter((line) => line.trim() !== '')
  const kind = statements.find((line) => !line.trim().startsWith('%%'))?.trim() ?? ''
  if (/^(?:graph|flowchart)\b/.test(kind)) return flowchartSize(statements, kind)
  if (kind.startsWith('sequenceDiagram')) return sequenceSize(statements)
  const fixed = fixedSizes[/^[\w-]*/.exec(kind)?.[0] ?? '']
  if (fixed) return fixed
  const height = margin + statements.length * statementHeight
  return { width: Math.max(400, height), height: Math.max(120, height) }
}

/** Ranks are as many as the longest chain has nodes; the others stand beside them. */
function flowchartSize(statements: readonly string[], kind: string): DrawnSize {
  const ranks = new Map<string, number>()
  for (const statement of statements.slice(1)) {
    let before = 0
    for (const piece of statement.split(arrow)) {
      const node = name.exec(piece)?.[1]
      if (node === undefined) continue
      const rank = Math.min(maxRanks, Math.max(ranks.get(node) ?? 1, before + 1))
      ranks.set(node, rank)
      before = rank
    }
  }
  const depth = Math.max(1, ...ranks.values())
  const breadth = Math.max(1, Math.ceil(ranks.size / depth))
  const isAcross = /\b(?:LR|RL)\b/.test(kind)
  return isAcross
    ? { width: margin + depth * columnWidth, height: breadth * rowHeight }
    : { width: margin + breadth * nodeWidth, height: margin + depth * rankHeight - rankHeight / 2 }
}

function sequenceSize(statements: readonly string[]): DrawnSize {
  const messages = statements.filter((line) => /-[->x)]/.test(line))
  const participants = new Set(
    messages.flatMap((line) =>
      line
        .replace(/:.*/, '')
        .split(/-{1,2}[>x)]{1,2}[+-]?/)
        .map((one) => one.trim()),
    ),
  )
  return {
    width: 100 + participants.size * participantWidth,
    height: 150 + statements.length * messageHeight,
  }
}
