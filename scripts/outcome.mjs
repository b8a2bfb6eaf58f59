/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} [retried] the names of the tests that passed only when they ran again
 */

/**
 * The result of one step of `npm test`.
 * @typedef {Counts & { name: string, milliseconds: number, output: string }} Outcome
 */

/**
 * @typedef {object} StepContext
 * @property {string} root
 * @property {string} node
 * @property {NodeJS.ProcessEnv} env
 * @property {string[]} filters limits a suite, in the syntax of its runner
 */

/**
 * No step may hang the whole run. Each step finishes within this limit on a machine of half the
 * speed.
 */
export const stepLimitMilliseconds = 30 * 60_000

/** @param {Outcome} outcome */
export function describeOutcome(outcome) {
  const { name, passed, failed, skipped, retried = [], milliseconds, output } = outcome
  const counts = [
    `${passed} passed`,
    ...(failed ? [`${failed} failed`] : []),
    ...(skipped ? [`${skipped} skipped`] : []),
  ].join(', ')
  const line = [
    `${failed ? '✗' : '✓'} ${name}: ${counts} (${(milliseconds / 1000).toFixed(1)} s)`,
    ...retried.map((test) => `  passed when it ran again: ${test}`),
  ].join('\n')
  return failed ? `${line}\n${output.trimEnd()}\n` : line
}

/**
 * Returns the last line of `npm test`.
 * @param {Counts[]} outcomes
 */
export function summarize(outcomes) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`
}
