import { describe, expect, test } from 'vitest'
import { growingBlocks, parseBlocks } from './parseBlocks.ts'

/** Returns code as its lines, and other blocks by their type. */
function outline(text: string): unknown[] {
  return parseBlocks(text).document.children.map((block) =>
    block.type === 'code' ? block.lines : block.type,
  )
}

describe('a Markdown document in a fence', () => {
  test('keeps the fences within it', () => {
    const lines = [
      ...['# Title', '```', 'npm start', '```', '', '````ts', '```', 'x', '````', '- a'],
      ...['  ```json', '  {}', '  ```'],
    ]
    const text = ['Here:', '', '```markdown', ...lines, '```', '', 'After.'].join('\n')
    expect(outline(text)).toEqual(['paragraph', lines, 'paragraph'])
  })

  test.each(['md', 'Markdown title=a', 'mdx'])('that is called %s', (info) => {
    const text = `~~~${info}\n~~~js\na\n~~~\nb\n~~~\n\nc`
    expect(outline(text)).toEqual([['~~~js', 'a', '~~~', 'b'], 'paragraph'])
  })

  test('ends at the end of the text, and where its list ends', () => {
    expect(outline('```md\na\n```')).toEqual([['a']])
    expect(outline('```md\na\n```\n\n\nb')).toEqual([['a'], 'paragraph'])
    expect(parseBlocks('- ```md\n  a\n  ```\n- b').document.children).toMatchObject([
      { type: 'list', children: [{ children: [{ type: 'code', lines: ['a'] }] }, {}] },
    ])
  })

  test('ends at a bare fence that text follows if nothing else ends it', () => {
    expect(outline('```md\n# a\n```\nb\n\nc')).toEqual([['# a'], 'paragraph', 'paragraph'])
    expect(outline('```md\na\n```\nb\n```md\nc\n```\nd')).toEqual([
      ['a'],
      'paragraph',
      ['c'],
      'paragraph',
    ])
  })

  test('is closed once it is known that nothing follows its fence', () => {
    const text = '```md\na\n```\n'
    expect(growingBlocks(text)).toMatchObject([{ lines: ['a'], closed: false }])
    expect(growingBlocks(text, '  ')).toMatchObject([{ lines: ['a'], closed: false }])
    expect(growingBlocks(text, '\n')).toMatchObject([{ lines: ['a'], closed: true }])
    expect(growingBlocks(text, 'b')).toMatchObject([{ lines: ['a', '```', 'b'], closed: false }])
    expect(growingBlocks(text, 'b', '\n```\n')).toMatchObject([
      { lines: ['a', '```', 'b', '```'], closed: false },
    ])
  })
})

test('code of other languages ends at its first fence', () => {
  expect(outline('```js\na\n```\nb\n```')).toEqual([['a'], 'paragraph', []])
  expect(outline('```\n```js\na\n```\nb')).toEqual([['```js', 'a'], 'paragraph'])
  expect(outline('````md\n```js\na\n```\n````\n\nb')).toEqual([['```js', 'a', '```'], 'paragraph'])
})
