import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../src/renderer/', import.meta.url))
/**
 * The files that turn numbers into texts; what Markdown shows is the model's, with a formatter that
 * it is given.
 */
const formatters = /^(?:ui\/formatAmount\.ts$|markdown\/)/

const files = globSync('**/*.{ts,tsx}', { cwd: folder })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !formatters.test(file))

const rules: [name: string, pattern: RegExp][] = [
  ['a format of its own', /new Intl\.(?:Number|DateTime|Duration|RelativeTime)Format\b/],
  ['a format of the system', /\.toLocale(?:Date|Time)?String\(|\.to(?:Fixed|Precision)\(/],
  ['a number as a child', />\s*\{[\w.?]*(?:\b|\.)(?:length|size|count|total|number|index)\}\s*</],
  ['a calculation as a child', />\s*\{[^{}<>"'`()]* [-+*/] [^{}<>"'`()]*\}\s*</],
  [
    'a number in a text',
    /(?:aria-label|title|label|text|hint)=\{`[^`]*\$\{[^}]*(?:length|[-+*/] \d)/,
  ],
]

function offences(source: string): string[] {
  return rules.flatMap(([name, pattern]) => (pattern.test(source) ? [name] : []))
}

test('every number in a text goes through the formatters', () => {
  const found = files.flatMap((file) =>
    offences(readFileSync(folder + file, 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(found).toEqual([])
})

test.each([
  'new Intl.NumberFormat(language).format(count)',
  'size.toLocaleString()',
  'value.toFixed(2)',
  '<span>{files.length}</span>',
  '<td>{count}</td>',
  '<b>{index + 1}</b>',
  '<b aria-label={`${files.length} files`} />',
])('%s is found', (source) => {
  expect(offences(source)).toHaveLength(1)
})
