import { isObject, parseJson } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { asBreak } from '../errors/providerErrors.ts'
import { maxWholeAnswerBytes } from '../transport/answerLimits.ts'
import { readBytes } from '../transport/byteStream.ts'

/** The longest silence while results are downloaded. */
const idleMilliseconds = 60_000

/** Yields the bytes of a download. Errors: aborted, timeout, streamBroken. */
export async function* readDownload(
  { body }: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* readBytes(body, { idleMilliseconds: () => idleMilliseconds, signal })
  } catch (error) {
    throw asBreak(error)
  }
}

/**
 * Yields the JSON object of each line of a download; null for a line that holds none, such as one
 * that was cut off or is over the limit of an answer. Empty lines are skipped. Errors: aborted,
 * timeout, streamBroken.
 */
export async function* readResultLines(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<JsonObject | null> {
  const decoder = new TextDecoder()
  let held: string[] = []
  let heldLength = 0

  function takeLine(): JsonObject | null | undefined {
    const line = held.join('')
    const isTooLong = heldLength > maxWholeAnswerBytes
    held = []
    heldLength = 0
    if (isTooLong) return null
    if (line.trim() === '') return undefined
    const json = parseJson(line)
    return isObject(json) ? json : null
  }

  /** Keeps no more of a line than is needed to see that it is too long. */
  function hold(text: string): void {
    if (heldLength <= maxWholeAnswerBytes) held.push(text)
    heldLength += text.length
  }

  for await (const piece of readDownload(response, signal)) {
    const lines = decoder.decode(piece, { stream: true }).split('\n')
    for (const [index, text] of lines.entries()) {
      hold(text)
      if (index === lines.length - 1) break
      const json = takeLine()
      if (json !== undefined) yield json
    }
  }
  const last = takeLine()
  if (last !== undefined) yield last
}
