import type { Attachment } from '../../../shared/chat/parts.ts'

/** Returns a note for a tool's result about a file that can't be given to the model. */
export function leftOut({ name, mediaType }: Attachment): string {
  return `[The file ${name} (${mediaType}) can't be shown to this model.]`
}

/** Returns a note for a tool's result whose files follow after the results. */
export function followsLater(count: number): string {
  return count === 1
    ? '[The file of this result follows in the next message.]'
    : `[The ${String(count)} files of this result follow in the next message.]`
}

/** Appends notes to the text of a tool's result. */
export function withNotes(text: string, notes: readonly string[]): string {
  return [text, ...notes].filter((line) => line.trim() !== '').join('\n\n')
}
