import { describe, expect, test } from 'vitest'
import { growingBlocks, parseBlocks } from './parseBlocks.ts'

const blocksOf = (text: string): unknown[] => parseBlocks(text).document.children

describe('alerts', () => {
  test.each([
    ['> [!NOTE]\n> text', 'note'],
    ['>[!tip]  \n> text', 'tip'],
    ['- > [!Warning]\n  > text', 'warning'],
  ])('%j', (text, kind) => {
    const [block] = parseBlocks(text).document.children
    const alert = block?.type === 'list' ? block.children[0]?.children[0] : block
    expect(alert).toMatchObject({ type: 'alert', kind, children: [{ text: 'text' }] })
  })
  test.each(['> [!NOTE] text', '> text\n> [!NOTE]', '> [!OTHER]\n> text', '> [NOTE]\n> text'])(
    '%j is a quote',
    (text) => expect(blocksOf(text)).toMatchObject([{ type: 'blockquote' }]),
  )
  test('the kind is never shown as text', () => {
    const text = '> [!IMPORTANT]'
    for (let end = 1; end <= text.length; end += 1) {
      expect(growingBlocks(`Text\n\n${text.slice(0, end)}`)).toMatchObject([{ text: 'Text' }])
    }
    expect(growingBlocks(`${text}\n`)).toMatchObject([{ type: 'alert', children: [] }])
  })
})

describe('footnotes', () => {
  test('go on where they are indented, or as text goes on', () => {
    const { document, footnotes } = parseBlocks('[^A]: one\ntwo\n\n    three\n\nfour\n[^b]: five')
    expect(document.children).toMatchObject([
      {
        type: 'footnoteDefinition',
        label: 'A',
        children: [{ text: 'one\ntwo' }, { text: 'three' }],
      },
      { type: 'paragraph', text: 'four' },
      { type: 'footnoteDefinition', label: 'B', children: [{ text: 'five' }] },
    ])
    expect([...footnotes.keys()]).toEqual(['A', 'B'])
    expect(footnotes.get('A')).toBe(document.children[0])
  })
  test('the first of a label counts', () => {
    const { document, footnotes } = parseBlocks('[^a]: one\n\n[^A]: two')
    expect(footnotes.get('A')).toBe(document.children[0])
  })
  test.each(['[^a b]: text', '[^]: text', '[^a] : text', '    [^a]: text'])('%j is none', (text) =>
    expect(parseBlocks(text).footnotes.size).toBe(0),
  )
})

describe('details', () => {
  const body = [{ type: 'paragraph', text: 'text' }]
  test.each([
    ['<details>\ntext\n</details>', { summary: '', open: false }],
    [
      '<details open>\n<summary>A *b*</summary>\n\ntext\n\n</details>',
      { summary: 'A *b*', open: true },
    ],
    ['<DETAILS class="x" open=""><summary> A </summary>\ntext', { summary: 'A', open: true }],
    ['<details data-open="x">\n\n<summary>A</summary>\ntext', { summary: 'A', open: false }],
  ])('%j', (text, { summary, open }) => {
    expect(blocksOf(text)).toMatchObject([{ type: 'details', summary, open, children: body }])
  })
  test('end where they began, and hold each other', () => {
    const text = '<details>\n<details>\n- item\n</details>\n```\n</details>\n```\n</details>\nafter'
    expect(blocksOf(text)).toMatchObject([
      {
        type: 'details',
        children: [
          { type: 'details', children: [{ type: 'list' }] },
          { type: 'code', lines: ['</details>'] },
        ],
      },
      { type: 'paragraph', text: 'after' },
    ])
  })
  test('end with the block that holds them', () => {
    expect(blocksOf('> <details>\n> text\n\nafter')).toMatchObject([
      { type: 'blockquote', children: [{ type: 'details', children: body }] },
      { type: 'paragraph', text: 'after' },
    ])
  })
  test.each(['<details> text', 'text <details>', '<detailsx>', '</details>'])(
    '%j is other HTML',
    (text) => expect(JSON.stringify(blocksOf(text))).not.toContain('"details"'),
  )
})

test('boxes of tasks are not text while they are written', () => {
  for (const text of ['- [', '- [ ', '- [x', '- [x]', '- [x] '])
    expect(growingBlocks(text)).toEqual([])
  expect(growingBlocks('- [x] a')).toMatchObject([
    { children: [{ task: 'done', children: [{ text: 'a' }] }] },
  ])
})

describe('lists are loose', () => {
  test.each([
    ['- a\n- b', true],
    ['- a\n\n- b', false],
    ['- a\n- b\n\n', true],
    ['- a\n\n  b', false],
    ['- a\n  - b\n\n    c\n- d', true],
    ['- a\n  - b\n\n- d', false],
    ['- ```\n\n  ```\n- b', true],
    ['- > a\n  >\n- b', true],
    ['-\n\n- b', false],
    ['- a\n\n      code\n- b', false],
  ])('%j tight: %j', (text, tight) => {
    expect(blocksOf(text)).toMatchObject([{ tight }])
  })
  test('only as long as a provisional line says so', () => {
    expect(growingBlocks('- a\n\n- b')).toMatchObject([{ tight: false }])
    expect(growingBlocks('- a\n\n- b', ' c\n')).toMatchObject([{ tight: false }])
    expect(growingBlocks('- a\n\n', 'b')).toMatchObject([{ tight: true }, { text: 'b' }])
  })
})
