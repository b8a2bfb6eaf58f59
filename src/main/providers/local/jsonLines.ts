import { AppError } from '../../../shared/errors.ts'
import { isObject, parseJson } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { maxEventBytes } from '../transport/eventStream.ts'

/**
 * Yields the objects of a stream of JSON lines in batches. The stream may be split at any byte. A
 * whole answer across several lines is one object. Errors: notAnApi, malformedAnswer.
 */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonObject[]> {
  const decoder = new TextDecoder()
  const parser = createLineParser()
  for await (const piece of bytes) {
    const { objects, fault } = parser.push(decoder.decode(piece, { stream: true }))
    if (objects.length > 0) yield objects
    if (fault) throw fault
  }
  const last = parser.end()
  if (last) yield [last]
}

interface Parsed {
  objects: JsonObject[]
  /** The fault in the line after the objects. */
  fault?: AppError
}

function createLineParser() {
  let held: string[] = []
  let heldLength = 0
  /** Counts since the last non-blank line, so that endless blank lines end too. */
  let blankLength = 0
  let count = 0
  /** True if the first object spans several lines. */
  let isWhole = false

  function hold(text: string): void {
    if (text === '') return
    held.push(text)
    heldLength += text.length
  }

  function takeLine(text: string): JsonObject | undefined {
    hold(text)
    const line = held.join('')
    held = []
    heldLength = 0
    if (line.trim() === '') {
      blankLength += line.length + 1
      return undefined
    }
    blankLength = 0
    const object = parseObject(line)
    if (object) {
      count += 1
      return object
    }
    if (count > 0 || !line.trimStart().startsWith('{')) throw unreadable(line)
    isWhole = true
    hold(`${line}\n`)
    return undefined
  }

  function push(text: string): Parsed {
    const objects: JsonObject[] = []
    let start = 0
    try {
      let feed = isWhole ? -1 : text.indexOf('\n')
      while (feed >= 0) {
        const object = takeLine(text.slice(start, feed))
        if (object) objects.push(object)
        start = feed + 1
        feed = isWhole ? -1 : text.indexOf('\n', start)
      }
      hold(text.slice(start))
      assertPlausible()
    } catch (error) {
      if (error instanceof AppError) return { objects, fault: error }
      throw error
    }
    return { objects }
  }

  /** Rejects junk by its length and first character before a line is complete. */
  function assertPlausible(): void {
    if (heldLength + blankLength > maxEventBytes) {
      throw new AppError('malformedAnswer', 'A single line of the answer is too long')
    }
    const first = held[0]?.trimStart()[0]
    if (first !== undefined && first !== '{') throw unreadable(first)
  }

  /** Parses a last line without a line end. A truncated line gives undefined. */
  function end(): JsonObject | undefined {
    return parseObject(held.join(''))
  }

  return { push, end }
}

function parseObject(text: string): JsonObject | undefined {
  const json = parseJson(text)
  return isObject(json) ? json : undefined
}

function unreadable(text: string): AppError {
  if (text.trimStart().startsWith('<')) {
    return new AppError('notAnApi', "The answer is a page, not an API's")
  }
  return new AppError('malformedAnswer', 'The answer is not JSON of a known shape')
}
