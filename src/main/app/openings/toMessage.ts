/** Beyond what a browser or desktop passes on; a longer link is cut somewhere on its way. */
export const maxLinkLength = 20_000
const maxArguments = 100

/**
 * Returns what a second start passes to the running Parley: systems limit the size of such a message.
 * A link that is cut here is longer than any that is opened. Imports nothing: it is read before
 * Chromium starts.
 */
export function toMessage(
  given: readonly string[],
  folder: string,
): { arguments: string[]; folder: string } {
  const kept = given.slice(0, maxArguments)
  return { arguments: kept.map((argument) => argument.slice(0, maxLinkLength + 1)), folder }
}
