import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractTable } from './contract.mjs'
import { stepLimitMilliseconds } from './outcome.mjs'
import { giveFolder, ordinaryUser } from './ordinaryUser.mjs'
import { problem } from './problem.mjs'
import { runCommand } from './runCommand.mjs'

/**
 * @typedef {object} Suite
 * @property {string} part
 * @property {string} script below node_modules
 * @property {(report: string) => string[]} commandArguments the arguments that make it write a
 * report
 * @property {(report: string) => NodeJS.ProcessEnv} env
 * @property {(report: unknown) => import('./outcome.mjs').Counts} count
 * @property {boolean} [ordinary] whether an ordinary user runs it where root runs the others
 * @property {(report: object) => string} [describe] what is shown of the report
 */

/** @type {Suite[]} */
export const suites = [
  vitestSuite('unit'),
  vitestSuite('contract', 'tests/chromium-host/contract.test.ts'),
  playwrightSuite('markdown'),
  playwrightSuite('parts'),
  { ...playwrightSuite('e2e'), ordinary: true },
  playwrightSuite('disk'),
  playwrightSuite('package'),
]

/**
 * Returns a suite of vitest.
 * @param {string} part
 * @param {string[]} files all if none is named
 * @returns {Suite}
 */
function vitestSuite(part, ...files) {
  return {
    part,
    script: 'vitest/vitest.mjs',
    commandArguments: (report) => [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    env: () => ({}),
    count: countVitest,
    ...(part === 'contract' && { describe: contractTable }),
  }
}

/**
 * Returns the suite of a project in playwright.config.ts.
 * @param {string} part
 * @returns {Suite}
 */
function playwrightSuite(part) {
  return {
    part,
    script: '@playwright/test/cli.js',
    commandArguments: () => ['test', '--reporter=list,json', `--project=${part}`],
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    count: countPlaywright,
  }
}

/** @param {unknown} report */
export function countVitest(report) {
  const read = counter(report)
  return {
    passed: read('numPassedTests'),
    failed: read('numFailedTests'),
    skipped: read('numPendingTests') + read('numTodoTests'),
    ...timedUnits(/** @type {VitestReport} */ (report)),
  }
}

/** @param {unknown} report */
export function countPlaywright(report) {
  const stats = typeof report === 'object' && report && 'stats' in report ? report.stats : undefined
  const read = counter(stats)
  return {
    passed: read('expected') + read('flaky'),
    failed: read('unexpected'),
    skipped: read('skipped'),
    ...timedSpecs(/** @type {PlaywrightSuite} */ (report)),
  }
}

/**
 * @typedef {{ fullName: string, status: string, failureMessages: string[], duration?: number }}
 * UnitResult
 * @typedef {{ testResults?: { assertionResults: UnitResult[] }[] }} VitestReport
 */

/** Returns what each test took, and which passed after a failure. @param {VitestReport} report */
function timedUnits({ testResults = [] }) {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    retried: results
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName }) => fullName),
    times: results.map(({ fullName: name, duration = 0 }) => ({ name, milliseconds: duration })),
  }
}

/**
 * @typedef {{ status: string, results?: { duration: number }[] }} SpecRun
 * @typedef {{ title: string, tests: SpecRun[] }} Spec
 * @typedef {{ suites?: PlaywrightSuite[], specs?: Spec[] }} PlaywrightSuite
 */

/** Returns what each test took, and which passed after a failure. @param {PlaywrightSuite} suite */
function timedSpecs(suite) {
  const specs = specsOf(suite)
  return {
    retried: specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => title),
    times: specs.map(({ title: name, tests }) => {
      const durations = tests.flatMap(({ results = [] }) => results.map(({ duration }) => duration))
      return { name, milliseconds: durations.reduce((sum, each) => sum + each, 0) }
    }),
  }
}

/** @param {PlaywrightSuite} suite @returns {Spec[]} */
function specsOf({ suites: inner = [], specs = [] }) {
  return [...specs, ...inner.flatMap(specsOf)]
}

/** @param {unknown} source */
function counter(source) {
  const values = new Map(Object.entries(typeof source === 'object' && source ? source : {}))
  return (/** @type {string} */ name) => {
    const value = values.get(name)
    if (typeof value !== 'number') throw problem(`The test runner's report holds no ${name}.`)
    return value
  }
}

/**
 * Runs a suite and counts its tests. A run that fails without a failed test (a file that does not
 * load, a crash, no test found) counts as one failure.
 * @param {Suite} suite
 * @param {import('./outcome.mjs').StepContext} context
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function runSuite({ part, script, commandArguments, ...suite }, context) {
  const start = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'parley-report-'))
  const report = join(folder, 'report.json')
  try {
    const { command, leading, env } = suite.ordinary
      ? asOrdinaryUser(folder, context)
      : { command: context.node, leading: [], env: context.env }
    const { code, output } = await runCommand(
      command,
      [
        ...leading,
        join(context.root, 'node_modules', script),
        ...commandArguments(report),
        ...context.filters,
      ],
      {
        cwd: context.root,
        env: { ...env, ...suite.env(report) },
        timeout: stepLimitMilliseconds,
      },
    )
    const counts = readCounts(report, suite)
    const isHidden = code !== 0 && counts.failed === 0
    return {
      name: part,
      ...counts,
      failed: isHidden ? 1 : counts.failed,
      output,
      milliseconds: performance.now() - start,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns how an ordinary user runs a suite, whose report goes to the folder.
 * @param {string} folder
 * @param {import('./outcome.mjs').StepContext} context
 */
function asOrdinaryUser(folder, { root, node, env }) {
  const { command, leading, why } = ordinaryUser(root, node)
  if (why) console.log(`  ${why}`)
  giveFolder(join(root, 'test-results'))
  giveFolder(folder)
  return { command, leading, env: { ...env, HOME: folder } }
}

/**
 * @param {string} file
 * @param {Pick<Suite, 'count' | 'describe'>} suite
 * @returns {import('./outcome.mjs').Counts}
 */
function readCounts(file, { count, describe }) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return { ...count(report), ...(describe && { table: describe(report) }) }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
