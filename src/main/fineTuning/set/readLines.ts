import { createReadStream } from 'node:fs'

/** A line of a file. */
export interface FileLine {
  /** From 1. */
  number: number
  /** Undefined if its bytes are no UTF-8. */
  text: string | undefined
}

const newline = 10

/** Reads a file line by line, without the line breaks. A byte order mark stays in the first line. */
export async function* readLines(path: string): AsyncGenerator<FileLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest: Uint8Array[] = []
  let number = 0

  function take(last: Uint8Array): FileLine {
    const bytes = rest.length === 0 ? last : Buffer.concat([...rest, last])
    rest = []
    number += 1
    try {
      return { number, text: decoder.decode(bytes).replace(/\r$/, '') }
    } catch {
      return { number, text: undefined }
    }
  }

  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    let at = 0
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, at)) {
      yield take(piece.subarray(at, end))
      at = end + 1
    }
    if (at < piece.length) rest.push(piece.subarray(at))
  }
  if (rest.length > 0) yield take(new Uint8Array())
}
