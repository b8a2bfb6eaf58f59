import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/projectRoot.mjs'

interface Row {
  line: string
  /** Files of the project. */
  code: string[]
  /** Names of tests with their files below `tests`. */
  tests: [file: string, name: string][]
  /** Rest of the cells of code and tests, which has to be empty. */
  rest: string
  reason: string
}

const header = ['Specified', 'Code', 'Test', 'Differs, or is missing']

/** Returns the cells of the rows of all tables of a page; `\|` is a bar. */
function cellsOf(page: string): string[][] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|')),
    )
    .filter(([first = '']) => !/^-+$/.test(first))
}

function readRow([line = '', code = '', held = '', reason = '']: string[]): Row {
  const tests: Row['tests'] = []
  const namePattern = /"((?:[^"\\]|\\.)*)"/g
  const withoutNames = held.replaceAll(
    /`([^`]+)`: ("(?:[^"\\]|\\.)*"(?:, "(?:[^"\\]|\\.)*")*)/g,
    (_all, file, names) => {
      for (const [, name = ''] of String(names).matchAll(namePattern)) {
        tests.push([String(file), name.replaceAll(/\\(.)/g, '$1')])
      }
      return ''
    },
  )
  const files = Array.from(code.matchAll(/`([^`]+)`/g), ([, file = '']) =>
    file.startsWith('resources/') ? file : `src/${file}`,
  )
  const rest = `${code.replaceAll(/`[^`]+`/g, '')}${withoutNames}`.replaceAll(/[,;\s]/g, '')
  return { line, code: files, tests, rest, reason }
}

const texts = new Map<string, string>()

function textOf(file: string): string {
  const known = texts.get(file)
  if (known !== undefined) return known
  const path = join(projectRoot, file)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  texts.set(file, text)
  return text
}

/** Tells whether a file has a test, or a group of tests, of exactly this name. */
function hasTest(file: string, name: string): boolean {
  return [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => {
    const text = textOf(`tests/${file}`)
    for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + 1)) {
      if (/\(\s*$/.test(text.slice(Math.max(0, at - 20), at))) return true
    }
    return false
  })
}

/** Returns the faults of a row. */
function faultsOf({ line, code, tests, rest, reason }: Row): string[] {
  const isHeld = code.length > 0 && tests.length > 0
  return [
    ...code.filter((file) => textOf(file) === '').map((file) => `no file ${file}`),
    ...tests
      .filter(([file, name]) => !hasTest(file, name))
      .map(([file, name]) => `no test "${name}" in tests/${file}`),
    ...(rest === '' ? [] : [`neither a file nor a test: ${rest}`]),
    ...(isHeld || reason !== '' ? [] : ['neither code with a test nor a reason']),
  ].map((fault) => `${line}: ${fault}`)
}

const faultsOfPage = (page: string): string[] =>
  cellsOf(page)
    .filter((cells) => cells.join() !== header.join())
    .flatMap((cells) =>
      cells.length === header.length
        ? faultsOf(readRow(cells))
        : [`${cells[0] ?? ''}: ${String(cells.length)} cells`],
    )

test('each line of docs/specification.md has its code and its test, or a reason', () => {
  const page = textOf('docs/specification.md')
  expect(cellsOf(page).length).toBeGreaterThan(20)
  expect(faultsOfPage(page)).toEqual([])
})

const file = 'shared/errors.ts'
const own = 'docs/specification.test.ts'
const name = 'each line of docs/specification.md has its code and its test, or a reason'

test.each([
  [`| A | \`${file}\` | \`${own}\`: "${name}" | |`, []],
  ['| A | | | Not yet: nothing does it. |', []],
  [`| A | \`${file}\` | | |`, ['A: neither code with a test nor a reason']],
  [`| A | | \`${own}\`: "${name}" | |`, ['A: neither code with a test nor a reason']],
  ['| A | `shared/gone.ts` | | Because. |', ['A: no file src/shared/gone.ts']],
  [`| A | | \`${own}\`: "${name}", "gone" | Why. |`, [`A: no test "gone" in tests/${own}`]],
  ['| A | | `gone.test.ts`: "a" | Why. |', ['A: no test "a" in tests/gone.test.ts']],
  [
    `| A | \`${file}\` | "${name}" | Why. |`,
    [`A: neither a file nor a test: "${name.replaceAll(' ', '').replace(',', '')}"`],
  ],
  ['| A | | |', ['A: 3 cells']],
])('%s has the faults %j', (row, faults) => {
  expect(faultsOfPage(row)).toEqual(faults)
})
