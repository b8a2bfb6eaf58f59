import { describe, expect, test } from 'vitest'
import { growingBlocks, parseBlocks } from './parseBlocks.ts'

function read(text: string): { links: Record<string, string>; shown: unknown[] } {
  const { links, document } = parseBlocks(text)
  return {
    links: Object.fromEntries(
      [...links].map(([label, { href, title }]) => [label, `${href} ${title}`.trim()]),
    ),
    shown: document.children.map((block) => ('text' in block ? block.text : block.type)),
  }
}

describe('what is a definition, and what is left as text', () => {
  test.each([
    ['[a]: /u', { A: '/u' }, []],
    ['[a]: /u "t"', { A: '/u t' }, []],
    ['[a]:\n/u\n"t"', { A: '/u t' }, []],
    ['[a]: /u\n[b]: /v', { A: '/u', B: '/v' }, []],
    ['[a]: /u\ntext', { A: '/u' }, ['text']],
    ['[a]: /u "t" x', {}, ['[a]: /u "t" x']],
    ['[a]: /u\n"t" x', { A: '/u' }, ['"t" x']],
    ['[a]: /u "t\nt"', { A: '/u t\nt' }, []],
    ['[a]: /u "t\nt', {}, ['[a]: /u "t\nt']],
    ['[a]: /u\n"t\n[b]: /v', { A: '/u' }, ['"t\n[b]: /v']],
    ['[a]: /u\n(t(t)', { A: '/u' }, ['(t(t)']],
    ["[a]: /u '\\'&amp;'", { A: "/u '&" }, []],
    ['[a]: <>', { A: '' }, []],
    ['[a]: <b> ', { A: 'b' }, []],
    ['[a]: <b>c', {}, ['[a]: <b>c']],
    ['[a]:', {}, ['[a]:']],
    ['[a]:\n\n/u', {}, ['[a]:', '/u']],
    ['[a\nb]: /u', { 'A B': '/u' }, []],
    ['[a\nb', {}, ['[a\nb']],
    ['[a[b]: /u', {}, ['[a[b]: /u']],
    ['[a\\]b]: /u', { 'A\\]B': '/u' }, []],
    ['[ ]: /u', {}, ['[ ]: /u']],
    ['[a]: /u\n[a]: /v', { A: '/u' }, []],
    ['text\n[a]: /u', {}, ['text\n[a]: /u']],
    ['[a]: /u\n===', { A: '/u' }, ['===']],
    ['[a]: /u\ntext\n===', { A: '/u' }, ['text']],
    [`[${'x'.repeat(999)}]: /u`, { ['X'.repeat(999)]: '/u' }, []],
    [`[${'x'.repeat(1000)}]: /u`, {}, [`[${'x'.repeat(1000)}]: /u`]],
  ])('%j', (text, links, shown) => {
    expect(read(text)).toEqual({ links, shown })
  })
})

test('definitions are never shown while they are written', () => {
  const text = 'Text\n\n[a]: /u "title"\n[b]:\n  /v\n  (more\n  title)\n'
  for (let end = 5; end <= text.length; end += 1) {
    expect(growingBlocks(text.slice(0, end))).toMatchObject([{ type: 'paragraph', text: 'Text' }])
  }
})

test('what turns out to be no definition is shown whole', () => {
  expect(growingBlocks('[a]: /u "title\n')).toEqual([])
  expect(growingBlocks('[a]: /u "title\nmore" text\n')).toMatchObject([
    { type: 'paragraph', text: '[a]: /u "title\nmore" text' },
  ])
})

test('a definition in an item neither shows nor loosens its list', () => {
  expect(parseBlocks('- [a]: /u\n- b').document.children).toMatchObject([
    { tight: true, children: [{ children: [] }, { children: [{ text: 'b' }] }] },
  ])
  expect(parseBlocks('- a\n\n  [b]: /u\n- c').document.children).toMatchObject([
    { tight: false, children: [{ children: [{ text: 'a' }] }, { children: [{ text: 'c' }] }] },
  ])
})
