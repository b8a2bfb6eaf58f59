/**
 * A failure whose message is all that the reader needs: it is shown without a stack.
 * @param {string} message what failed, and what to type
 */
export const problem = (message) => Object.assign(new Error(message), { plain: true })

/** @param {unknown} error */
export function describeError(error) {
  if (!(error instanceof Error)) return String(error)
  return 'plain' in error ? error.message : (error.stack ?? error.message)
}
