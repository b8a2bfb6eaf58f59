/** Characters at the end of the known text that must be unchanged. */
const comparedLength = 40

/**
 * Follows a text that grows at its end. Returns a function that takes the text as it is now and
 * returns what is new, or undefined if it has become another text, which happens when the beginning
 * of an answer turns out to be reasoning.
 */
export function followGrowingText(): (text: string) => string | undefined {
  let length = 0
  let end = ''
  return (text) => {
    if (text.length < length || text.slice(length - end.length, length) !== end) return undefined
    const added = text.slice(length)
    length = text.length
    end = text.slice(-comparedLength)
    return added
  }
}
