import { expect, test } from 'vitest'
import type { InlineContext } from '../../../../../src/renderer/markdown/syntax/tree.ts'
import { parseInlines } from '../../../../../src/renderer/markdown/syntax/inlines/parseInlines.ts'
import { pairInlineHtml } from '../../../../../src/renderer/markdown/view/html/pairTags.ts'
import type { PairedInline } from '../../../../../src/renderer/markdown/view/html/pairTags.ts'

const context: InlineContext = {
  findLink: () => undefined,
  hasFootnote: () => false,
  hasSource: () => false,
  growing: false,
}

/** Returns elements as `name(…)`, and text as it is. */
function outline(inlines: readonly PairedInline[]): string {
  return inlines
    .map((inline) => {
      if (inline.type === 'element') return `${inline.name}(${outline(inline.children)})`
      if ('children' in inline) return `${inline.type}(${outline(inline.children)})`
      if (inline.type === 'image') return inline.isLinked ? 'linkedImage' : 'image'
      return inline.type === 'text' ? inline.text : inline.type
    })
    .join('')
}

const pair = (text: string): string => outline(pairInlineHtml(parseInlines(text, context)))

test.each([
  ['Press <kbd>C</kbd>.', 'Press kbd(C).'],
  ['<b>a <I>b</i> c</B>', 'b(a i(b) c)'],
  ['<sub>*a*</sub>', 'sub(emphasis(a))'],
  ['a<br>b<br/>c<wbr>d', 'abr()bbr()cwbr()d'],
  ['<b>not closed', 'b(not closed)'],
  ['<b>one <i>two</b> three', 'b(one i(two)) three'],
  ['closed</b> only', 'closed only'],
  ['*<b>within*</b> it', 'emphasis(b(within)) it'],
  ['a<!-- nothing -->b<?php?>c', 'abc'],
  ['<b onclick="x()" style="y">a</b>', 'b(a)'],
  ['if a<b and c>d', 'if a<b and c>d'],
  ['List<String>, <your-api-key>', 'List<String>, <your-api-key>'],
  ['<font color="red">a</font>', '<font color="red">a</font>'],
  ['<img src=x onerror=y>', '<img src=x onerror=y>'],
  ['<script>a</script>', '<script>a</script>'],
  ['![a](b) [![a](b)](c) [**![a](b)**](c)', 'image link(linkedImage) link(strong(linkedImage))'],
])('%s', (text, expected) => {
  expect(pair(text)).toBe(expected)
})

test('thousands of elements in each other end somewhere, and nothing is lost', () => {
  const result = pair(`${'<b>'.repeat(5000)}x`)
  expect(result).toContain('x')
  expect(/^(?:b\()+/.exec(result)![0].length).toBeLessThan(200)
})

test('tags within emphasis within tags end somewhere, too', () => {
  const result = pair(`${`*${'<b>'.repeat(50)}a `.repeat(60)}x${' a*'.repeat(60)}`)
  let depth = 0
  let deepest = 0
  for (const sign of result) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  expect(result).toContain('x')
  expect(deepest).toBeLessThan(150)
})

test('a text without HTML is the same', () => {
  const inlines = parseInlines('nothing `here`', context)
  expect(pairInlineHtml(inlines)).toBe(inlines)
})
