import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** The streams of a command. A terminal's has `isTTY`. */
export interface Terminal {
  input: Readable & { isTTY?: boolean }
  output: Writable & { isTTY?: boolean }
  errors: Writable & { isTTY?: boolean }
}

/** Writes a text, and waits while the reader is behind. Rejects once it has gone. */
export async function write(stream: Terminal['output'], text: string): Promise<void> {
  if (stream.errored) throw stream.errored
  const shown = stream.isTTY ? withoutControls(text) : text
  if (shown !== '' && !stream.write(shown)) await once(stream, 'drain')
}

/** Tells something beside the answer, which goes on if nobody can read it. */
export async function tell({ errors }: Terminal, text: string): Promise<void> {
  if (text === '') return
  await write(errors, `parley: ${withoutControls(text)}\n`).catch(() => undefined)
}

/** Removes what would make a terminal do something: a model or server may have written it. */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what terminals obey
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '')
}
