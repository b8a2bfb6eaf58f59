import { expect, test } from 'vitest'
import { describeOutcome, describeSlowest, summarize } from '../../scripts/outcome.mjs'
import { projectNode } from '../../scripts/projectNode.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { countPlaywright, countVitest, runSuite, suites } from '../../scripts/suites.mjs'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'

const outcome = {
  name: 'unit',
  passed: 3,
  failed: 0,
  skipped: 0,
  output: 'noise',
  milliseconds: 1_250,
}

test('a step that passed is one line, a failed one shows its output', () => {
  expect(describeOutcome(outcome)).toBe('✓ unit: 3 passed (1.3 s)')
  expect(describeOutcome({ ...outcome, failed: 1, skipped: 2 })).toBe(
    '✗ unit: 3 passed, 1 failed, 2 skipped (1.3 s)\nnoise\n',
  )
})

test('a test that passed when it ran again is named', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const stats = { expected: 2, unexpected: 0, flaky: 1, skipped: 0 }
  const inner = { specs: [spec('the window opens', 'flaky'), spec('it closes', 'expected')] }
  const report = { stats, suites: [{ specs: [spec('it starts', 'expected')], suites: [inner] }] }
  const counts = countPlaywright(report)
  expect(describeOutcome({ ...outcome, ...counts, name: 'e2e' })).toBe(
    '✓ e2e: 3 passed (1.3 s)\n  passed when it ran again: the window opens',
  )
})

test('the last line sums up', () => {
  const counts = { passed: 2, failed: 1, skipped: 0 }
  expect(summarize([])).toBe('0 passed, 0 failed')
  expect(summarize([counts, counts])).toBe('4 passed, 2 failed')
  expect(summarize([counts, { ...counts, skipped: 3 }])).toBe('4 passed, 2 failed, 3 skipped')
})

test('the ten slowest tests of all parts are named, the slowest first', () => {
  const unit = Array.from({ length: 12 }, (_, index) => ({
    fullName: `unit ${index}`,
    status: 'passed',
    failureMessages: [],
    duration: index * 1000,
  }))
  const counts = { numPassedTests: 12, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
  const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 0 }
  const spec = {
    title: 'the window opens',
    tests: [{ status: 'flaky', results: [{ duration: 4_000 }, { duration: 8_500 }] }],
  }
  const outcomes = [
    { ...outcome, ...countVitest({ ...counts, testResults: [{ assertionResults: unit }] }) },
    { ...outcome, ...countPlaywright({ stats, suites: [{ specs: [spec] }] }), name: 'e2e' },
  ]
  const lines = describeSlowest(outcomes).split('\n')
  expect(lines).toHaveLength(11)
  expect(lines.slice(0, 3)).toEqual([
    'The tests that took longest:',
    '   12.5 s  e2e: the window opens',
    '   11.0 s  unit: unit 11',
  ])
  expect(describeSlowest([outcome])).toBe('')
})

test('a report that lacks a number is no report', () => {
  expect(() => countVitest({})).toThrow('numPassedTests')
  expect(() => countPlaywright({ stats: { expected: 1 } })).toThrow('flaky')
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright({ stats })).toMatchObject({
    passed: 6,
    failed: 1,
    skipped: 2,
    retried: [],
  })
})

test('a real run is counted, and a file that does not load is a failure', async () => {
  const root = temporaryFolder()
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  writeTree(root, {
    'tests/good.test.ts':
      "import { test } from 'vitest'\ntest('a', () => {})\ntest('b', () => { throw new Error('b') })\nlet times = 0\ntest('d', { retry: 1 }, () => { if (times++ === 0) throw new Error('d') })\ntest.skip('c', () => {})",
    'tests/broken.test.ts': 'import "./nowhere.ts"',
  })
  const unit = suites.find(({ part }) => part === 'unit')!
  const node = await projectNode(projectRoot)
  const run = (filters: string[]): ReturnType<typeof runSuite> =>
    runSuite(unit, { root, node, env: process.env, filters })
  const good = { passed: 2, failed: 1, skipped: 1, retried: ['d'] }
  expect(await run(['good'])).toMatchObject(good)
  expect(await run(['broken'])).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  expect(await run(['nothing-like-this'])).toMatchObject({ passed: 0, failed: 1 })
})
