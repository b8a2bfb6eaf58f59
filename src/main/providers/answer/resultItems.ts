import { AppError } from '../../../shared/errors.ts'
import { isObject, parseJson, type JsonObject } from '../../../shared/json.ts'
import { maxWholeAnswerBytes, shortAnswer } from '../transport/answerLimits.ts'
import { readDownload } from './resultLines.ts'

/** A piece of a JSON object. */
export type ResultPiece =
  /** The text of an item of the array; null for one over the limit of an answer. */
  | { item: string | null }
  /** The object with the array empty, at the end; undefined if the object is not whole. */
  | { rest: JsonObject | undefined }

/**
 * Yields the items of an array in a JSON object that is downloaded, one by one as they come, and
 * then the object without them. Holds no more than one item. Errors: aborted, timeout,
 * streamBroken; malformedAnswer if all else is too long.
 */
export async function* readResultItems(
  response: Response,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<ResultPiece> {
  const decoder = new TextDecoder()
  const splitter = createSplitter(name)
  for await (const bytes of readDownload(response, signal)) {
    for (const item of splitter.push(decoder.decode(bytes, { stream: true }))) yield { item }
  }
  yield { rest: splitter.rest() }
}

/** Takes the items of an array out of an object that arrives in pieces. */
function createSplitter(name: string) {
  const beforeArray = new RegExp(`"${name}"\\s*:\\s*$`)
  let outside = ''
  let held: string[] = []
  let heldLength = 0
  let depth = 0
  let isQuoted = false
  let isEscaped = false
  let isInside = false

  function hold(text: string): void {
    if (isInside) {
      // Keeps no more of an item than is needed to see that it is too long.
      if (heldLength <= maxWholeAnswerBytes) held.push(text)
      heldLength += text.length
      return
    }
    outside += text
    if (outside.length <= shortAnswer.bytesMaximum) return
    throw new AppError('malformedAnswer', 'The batch is described too long')
  }

  /** Returns the item that ends here; none between the brackets of an empty array. */
  function takeItem(): (string | null)[] {
    const text = held.join('').trim()
    const isTooLong = heldLength > maxWholeAnswerBytes
    held = []
    heldLength = 0
    return isTooLong ? [null] : text === '' ? [] : [text]
  }

  return {
    /** Takes the next piece, and returns the items that it completes. */
    push(text: string): (string | null)[] {
      const items: (string | null)[] = []
      let start = 0
      for (let at = 0; at < text.length; at += 1) {
        const letter = text[at]
        if (isEscaped) isEscaped = false
        else if (isQuoted) {
          isEscaped = letter === '\\'
          isQuoted = letter !== '"'
        } else if (letter === '"') isQuoted = true
        else if (letter === '{' || letter === '[') {
          depth += 1
          if (isInside || depth !== 2 || letter !== '[') continue
          hold(text.slice(start, at))
          start = at
          if (!beforeArray.test(outside)) continue
          hold(letter)
          start = at + 1
          isInside = true
        } else if (letter === '}' || letter === ']') {
          depth -= 1
          if (!isInside || depth !== 1) continue
          hold(text.slice(start, at))
          start = at
          items.push(...takeItem())
          isInside = false
        } else if (letter === ',' && isInside && depth === 2) {
          hold(text.slice(start, at))
          start = at + 1
          items.push(...takeItem())
        }
      }
      hold(text.slice(start))
      return items
    },
    rest(): JsonObject | undefined {
      const json = parseJson(outside)
      return isObject(json) ? json : undefined
    },
  }
}
