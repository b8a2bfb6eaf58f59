import { findElectron } from './electronBinary.mjs'
import { problem } from './problem.mjs'

/** Throws a sentence for the user where Electron's binary is not installed. @param {string} root */
export function checkElectron(root) {
  if (findElectron(root)) return
  throw problem(
    'Electron’s binary is not here, so it was asked nothing. To download it: node node_modules/electron/install.js',
  )
}

/** @typedef {{ ancestorTitles: string[], title: string, status: string }} AskedTest */

/**
 * Returns the table of a run of the contract suite: a row for each thing that was asked, a column
 * for each runtime that was there.
 * @param {{ testResults?: { assertionResults: AskedTest[] }[] }} report of vitest
 */
export function contractTable({ testResults = [] }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const runtimeOf = (/** @type {AskedTest} */ { ancestorTitles: [group = ''] }) =>
    group.replace('contract, ', '')
  const runtimes = [...new Set(tests.map(runtimeOf))]
  const titles = [...new Set(tests.map(({ title }) => title))]
  if (titles.length === 0) return ''
  const width = Math.max(...titles.map(({ length }) => length))
  const mark = (/** @type {string} */ title, /** @type {string} */ runtime) => {
    const found = tests.find((test) => test.title === title && runtimeOf(test) === runtime)
    return found?.status === 'passed' ? 'as asked' : (found?.status ?? 'not asked')
  }
  const row = (/** @type {string} */ title, /** @type {string[]} */ cells) =>
    [title.padEnd(width), ...cells.map((cell) => cell.padEnd(13))].join('  ').trimEnd()
  const rows = titles.map((title) =>
    row(
      title,
      runtimes.map((runtime) => mark(title, runtime)),
    ),
  )
  return [row('', runtimes), ...rows].join('\n')
}
