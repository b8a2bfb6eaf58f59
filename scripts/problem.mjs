/**
 * Creates an error whose message suffices for the user. It is shown without a stack.
 * @param {string} message the failure, and the command that helps
 */
export const problem = (message) => Object.assign(new Error(message), { plain: true })

/** @param {unknown} error */
export function describeError(error) {
  if (!(error instanceof Error)) return String(error)
  return 'plain' in error ? error.message : (error.stack ?? error.message)
}
