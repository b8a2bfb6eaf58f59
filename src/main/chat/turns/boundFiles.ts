import { maxRequestFileBytes, maxRequestFiles } from '../../../shared/limits.ts'
import type { FileInput, Turn, TurnPart } from '../../providers/reply.ts'

/** The turns of a request, and how many of their files it leaves out. */
export interface BoundTurns {
  turns: readonly Turn[]
  leftOut: number
}

/**
 * Leaves out the oldest files of turns that carry more than one request may, and says so in place of
 * each: all files go with every request of a chat, as base64.
 */
export function boundFiles(turns: readonly Turn[]): BoundTurns {
  let files = 0
  let bytes = 0
  let leftOut = 0
  const hasRoom = ({ file }: FileInput): boolean => {
    files += 1
    bytes += file.sizeBytes
    const isWithin = files <= maxRequestFiles && bytes <= maxRequestFileBytes
    if (!isWithin) leftOut += 1
    return isWithin
  }
  /** Judges the newest first. */
  const keep = (inputs: readonly FileInput[]): Set<FileInput> =>
    new Set(inputs.toReversed().filter(hasRoom))

  const boundPart = (part: TurnPart): TurnPart => {
    if (part.type === 'file') return hasRoom(part) ? part : { type: 'text', text: gone([part]) }
    if (part.type !== 'toolResult' || !part.files) return part
    const kept = keep(part.files)
    const dropped = part.files.filter((input) => !kept.has(input))
    if (dropped.length === 0) return part
    const { files: all, ...rest } = part
    const left = all.filter((input) => kept.has(input))
    return {
      ...rest,
      text: `${part.text}\n\n${gone(dropped)}`,
      ...(left.length > 0 && { files: left }),
    }
  }
  const bound = turns.toReversed().map((turn) => {
    const parts = turn.parts.toReversed().map(boundPart).toReversed()
    return parts.every((part, index) => part === turn.parts[index]) ? turn : { ...turn, parts }
  })
  return { turns: bound.toReversed(), leftOut }
}

function gone(inputs: readonly FileInput[]): string {
  return inputs
    .map(({ file }) => `[The file ${JSON.stringify(file.name)} is not sent any more.]`)
    .join('\n')
}
