/**
 * @typedef {{ name: string, milliseconds: number }} TestTime
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} [retried] the names of the tests that passed only when they ran again
 * @property {TestTime[]} [times] what each test took, in any order
 * @property {string} [table] what the step found, for the user
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
 * No step may hang the whole run. Each finishes within this limit on a machine of a third of the
 * speed.
 */
export const stepLimitMilliseconds = 80 * 60_000

/** @param {Outcome} outcome */
export function describeOutcome(outcome) {
  const { name, passed, failed, skipped, retried = [], table, milliseconds, output } = outcome
  const counts = [
    `${passed} passed`,
    ...(failed ? [`${failed} failed`] : []),
    ...(skipped ? [`${skipped} skipped`] : []),
  ].join(', ')
  const line = [
    `${failed ? '✗' : '✓'} ${name}: ${counts} (${(milliseconds / 1000).toFixed(1)} s)`,
    ...retried.map((test) => `  passed when it ran again: ${test}`),
    ...(table ? [table] : []),
  ].join('\n')
  return failed ? `${line}\n${output.trimEnd()}\n` : line
}

const slowestShown = 10

/**
 * Names the tests that took longest, the slowest first. Empty if no test was timed.
 * @param {Outcome[]} outcomes
 */
export function describeSlowest(outcomes) {
  const times = outcomes.flatMap(({ name: part, times = [] }) =>
    times.map(({ name, milliseconds }) => ({ name: `${part}: ${name}`, milliseconds })),
  )
  const slowest = times.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, slowestShown)
  if (slowest.length === 0) return ''
  const lines = slowest.map(
    ({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`,
  )
  return ['The tests that took longest:', ...lines].join('\n')
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
