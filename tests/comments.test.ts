import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../scripts/fingerprint.mjs'
import { projectRoot } from '../scripts/projectRoot.mjs'

const files = [
  ...['src', 'chromium-host', 'scripts', 'tests'].flatMap((folder) =>
    listFiles(join(projectRoot, folder)),
  ),
  ...readdirSync(projectRoot).map((name) => join(projectRoot, name)),
]
  .map((file) => relative(projectRoot, file).replaceAll('\\', '/'))
  .filter((file) => /\.(?:[cm]?[jt]sx?|css|html)$/.test(file))
  .filter((file) => !/\/(?:fixtures|node_modules)\//.test(file))

const start = String.raw`(?:\/\/|\/\*\*?|<!--)\s*(?:\*\s*)?`
const opener = '(?:What|Who|Which|Where)(?:ever)?|Whose|How|Of|That'
/** A comment alone on its line, unless it continues the `//` comment above, or one behind code. */
const place = String.raw`(?:^(?<!^[ \t]*\/\/.*\n)[ \t]*|^.*[;,{}()[\]][ \t]+)`
const pattern = new RegExp(String.raw`${place}${start}(?:${opener})\b.*`, 'gm')

/** Returns the lines, from 1, on which a comment opens with one of the words. */
function findOpeners(text: string): number[] {
  return Array.from(text.matchAll(pattern), ({ index }) => text.slice(0, index).split('\n').length)
}

test('comments name their subject or action first, not "what", "how" or "of"', () => {
  const found = files.flatMap((file) =>
    findOpeners(readFileSync(join(projectRoot, file), 'utf8')).map(
      (line) => `${file}:${String(line)}`,
    ),
  )
  expect(found).toEqual([])
})

// Apart, because this file is read too.
const slashes = '//'

test.each([
  ['/** What is kept. */', [1]],
  ['const a = 1\n  /**\n   * Whoever asks.\n   */', [2]],
  [`// Of two.\nconst b = [1, ${slashes} How many.\n]`, [1, 2]],
  ['<!-- Where it is. -->', [1]],
  ['// A first line.\n// That is its second line.', []],
  ["const question = '// How many?'\nconst answer = `What`", []],
  ['/** Whether it is kept. */\n/** Offers. */', []],
])('%j has openers on lines %j', (text, lines) => {
  expect(findOpeners(text)).toEqual(lines)
})
