/** A page that sends more than this within a second loses its frame. */
const maxMessages = 200
export const maxMessageBytes = 1_000_000

const secondMilliseconds = 1000

/**
 * Returns a function that counts a page's messages and their bytes in each second, and tells whether
 * the page may send on.
 */
export function createMessageGate(): (bytes: number, now: number) => boolean {
  let since = -Infinity
  let messages = 0
  let sum = 0
  return (bytes, now) => {
    if (now - since >= secondMilliseconds) {
      since = now
      messages = 0
      sum = 0
    }
    messages += 1
    sum += bytes
    return messages <= maxMessages && sum <= maxMessageBytes
  }
}
