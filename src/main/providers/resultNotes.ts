import type { Attachment } from '../../shared/parts.ts'

/** Says in a tool's result that a file of it can't be given to the model. */
export function leftOut({ name, mediaType }: Attachment): string {
  return `[The file ${name} (${mediaType}) can't be shown to this model.]`
}

/** Says in a tool's result that the files of it stand behind the results. */
export function followsLater(count: number): string {
  return count === 1
    ? '[The file of this result follows in the next message.]'
    : `[The ${String(count)} files of this result follow in the next message.]`
}

/** Puts notes under what a tool said. */
export function withNotes(text: string, notes: readonly string[]): string {
  return [text, ...notes].filter((line) => line.trim() !== '').join('\n\n')
}
