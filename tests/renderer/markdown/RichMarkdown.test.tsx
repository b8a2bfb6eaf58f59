import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlainText, splitPieces } from '../../../src/renderer/markdown/PlainText.tsx'
import { ReferencesContext } from '../../../src/renderer/markdown/references.ts'
import { RichMarkdown } from '../../../src/renderer/markdown/RichMarkdown.tsx'

function render(text: string, streaming = false): string {
  return renderToStaticMarkup(<RichMarkdown text={text} streaming={streaming} />)
}

test('HTML is shown as text', () => {
  const html = render('<script>alert(1)</script>\n\nand <img src=x onerror=alert(1)> here')
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('&lt;script&gt;')
  expect(html).toContain('&lt;img')
})

test('addresses outside of the allow-list are no links', () => {
  const html = render(
    '[a](javascript:alert(1)) <javascript:alert(2)> [b](data:text/html,x)\n\n![c](file:///etc/passwd)',
  )
  expect(html).not.toMatch(/href|src=/)
})

test('a remote image is a link and nothing that loads', () => {
  const html = render('![A cat](https://example.org/cat.png)')
  expect(html).not.toContain('<img')
  expect(html).toContain('href="https://example.org/cat.png"')
  expect(html).toContain('A cat')
})

test('definitions count wherever they stand', () => {
  const html = render(
    'See [it][ref] and[^1].\n\nMore.\n\n[ref]: https://example.org/\n\n[^1]: A note.',
  )
  expect(html).toContain('href="https://example.org/"')
  expect(html).toContain('<sup>1</sup>')
  expect(html).toContain('A note.')
})

test('a list keeps its numbers, its tasks and what is nested in it', () => {
  const html = render('3. three\n4. four\n   - inner\n\n- [x] done\n- [ ] open')
  expect(html).toMatch(/<ol[^>]*start="3"/)
  expect(html.match(/<li/g)).toHaveLength(5)
  expect(html.match(/type="checkbox"/g)).toHaveLength(2)
})

test('a table keeps its alignment and its rows', () => {
  const html = render('| a | b |\n|:--|--:|\n| 1 | **2** |\n| 3 | 4 \\| 5 |')
  expect(html.match(/<tr>/g)).toHaveLength(3)
  expect(html).toContain('<th style="text-align:left">a</th>')
  expect(html).toContain('<td style="text-align:right"><strong>2</strong></td>')
  expect(html).toContain('4 | 5')
})

test('numbers in brackets are references only where there is such a source', () => {
  const references = { numbers: new Set([1]), render: (number: number) => <b>source {number}</b> }
  const html = renderToStaticMarkup(
    <ReferencesContext value={references}>
      <RichMarkdown text="One [1], two [2], `code [1]`." streaming={false} />
    </ReferencesContext>,
  )
  expect(html.match(/<b>source 1<\/b>/g)).toHaveLength(1)
  expect(html).toContain('two [2]')
})

test('a half-written closing fence does not show', () => {
  expect(render('```js\nconst a = 1\n``', true)).not.toContain('``')
})

const repeated = (text: string): string => text.repeat(Math.ceil(20_000 / text.length))

test.each([
  ['quotes', '> '.repeat(10_000)],
  ['lists', '- '.repeat(10_000)],
  [
    'indented lists',
    Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
  ],
  ['brackets', repeated('[')],
  ['nested links', `${'[a'.repeat(10_000)}${'](b)'.repeat(10_000)}`],
  ['emphasis', repeated('*a **b ')],
  ['nested emphasis', `${'*a'.repeat(10_000)}${'*'.repeat(10_000)}`],
  ['code spans', repeated('`a``b')],
  ['dollars', repeated('$')],
  ['TeX openings', repeated('\\(')],
  ['HTML', repeated('<div>')],
  ['comments', repeated('<!--')],
  ['images', repeated('![[')],
  ['footnotes', repeated('[^a]')],
  ['a wide table', `${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}\n${'|b'.repeat(2000)}`],
])('hostile %s are shown, and nothing is lost', (_name, text) => {
  for (const streaming of [true, false]) {
    expect(render(text, streaming).length).toBeGreaterThan(100)
  }
})

test('a line of five million characters is cut into pieces that the browser can skip', () => {
  const line = '👩'.repeat(2_500_000)
  const pieces = splitPieces(line)
  expect(pieces.join('')).toBe(line)
  expect(pieces.every((piece) => piece.length <= 4000 && piece.isWellFormed())).toBe(true)
  expect(renderToStaticMarkup(<PlainText text={line} />)).toContain(line.slice(0, 100))
})
