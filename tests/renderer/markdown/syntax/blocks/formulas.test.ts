import { describe, expect, test } from 'vitest'
import { growingBlocks, parseBlocks } from './parseBlocks.ts'

describe('formulas', () => {
  test.each([
    ['$$\nx\n$$', 'x'],
    ['$$\n\tx\n  + y\n$$  ', 'x\n+ y'],
    ['$$ x^2 $$', 'x^2'],
    ['\\[\nx\n\\]', 'x'],
    ['\\[ x \\]', 'x'],
    [
      '$$\\begin{cases}\n- a \\\\\n# b\n\\end{cases}$$',
      '\\begin{cases}\n- a \\\\\n# b\n\\end{cases}',
    ],
    [
      '\\begin{align*}\na &= b \\\\\nc\n\\end{align*}',
      '\\begin{align*}\na &= b \\\\\nc\n\\end{align*}',
    ],
    ['So:\n\\begin{cases} a \\end{cases}.', '\\begin{cases} a \\end{cases}.'],
    [
      '- item\n  \\begin{pmatrix}\n  1\n  \\end{pmatrix}\n  text',
      '\\begin{pmatrix}\n1\n\\end{pmatrix}',
    ],
    ['Text\n$$\nx\n$$\ntext', 'x'],
    ['- item\n  $$\n  x\n  $$', 'x'],
  ])('%j', (text, tex) => {
    const formulas = JSON.stringify(parseBlocks(text).document.children)
    expect(formulas).toContain(
      `{"type":"math","settled":true,"tex":${JSON.stringify(tex)},"closed":true}`,
    )
  })
  test.each([
    ['$$\nx', '$$\nx'],
    ['$$\nx\n\ny', '$$\nx'],
    ['$$ and $$ are signs', '$$ and $$ are signs'],
    ['\\begin{itemize}\n\\end{itemize}', '\\begin{itemize}\n\\end{itemize}'],
    ['\\begin{align}\nx', '\\begin{align}\nx'],
    ['$$ is much', '$$ is much'],
    ['\\[not a link](/a)', '\\[not a link](/a)'],
  ])('%j is text', (text, first) => {
    expect(parseBlocks(text).document.children[0]).toMatchObject({ type: 'paragraph', text: first })
  })
})

test('a formula grows line by line, and its end is never part of it', () => {
  for (const text of ['$$\nx', '$$\nx\n', '$$\nx\n$', '$$\nx\n$$']) {
    expect(growingBlocks(text)).toMatchObject([{ type: 'math', tex: 'x', closed: false }])
  }
  expect(growingBlocks('$$\nx\n$$\n')).toMatchObject([{ type: 'math', tex: 'x', closed: true }])
})
