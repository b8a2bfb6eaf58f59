import { expect, test } from 'vitest'
import { describeOutcome, summarize } from '../../scripts/outcome.mjs'
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

test('the last line sums up', () => {
  const counts = { passed: 2, failed: 1, skipped: 0 }
  expect(summarize([])).toBe('0 passed, 0 failed')
  expect(summarize([counts, counts])).toBe('4 passed, 2 failed')
  expect(summarize([counts, { ...counts, skipped: 3 }])).toBe('4 passed, 2 failed, 3 skipped')
})

test('a report that lacks a number is no report', () => {
  expect(() => countVitest({})).toThrow('numPassedTests')
  expect(() => countPlaywright({ stats: { expected: 1 } })).toThrow('unexpected')
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright({ stats })).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('a real run is counted, and a file that does not load is a failure', async () => {
  const root = temporaryFolder()
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  writeTree(root, {
    'tests/good.test.ts':
      "import { test } from 'vitest'\ntest('a', () => {})\ntest('b', () => { throw new Error('b') })\ntest.skip('c', () => {})",
    'tests/broken.test.ts': 'import "./nowhere.ts"',
  })
  const unit = suites.find(({ part }) => part === 'unit')!
  const node = await projectNode(projectRoot)
  const run = (filters: string[]): ReturnType<typeof runSuite> =>
    runSuite(unit, { root, node, env: process.env, filters })
  expect(await run(['good'])).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
  expect(await run(['broken'])).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  expect(await run(['nothing-like-this'])).toMatchObject({ passed: 0, failed: 1 })
})
