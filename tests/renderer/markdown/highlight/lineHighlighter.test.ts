import { expect, test } from 'vitest'
import { createLineHighlighter } from '../../../../src/renderer/markdown/highlight/lineHighlighter.ts'
import type {
  HighlightPort,
  LineTokens,
} from '../../../../src/renderer/markdown/highlight/lineHighlighter.ts'
import { codeGrammars } from '../../../../src/renderer/markdown/highlight/codeGrammars.ts'
import { loadLineHighlighter } from '../../../../src/renderer/markdown/highlight/loadLineHighlighter.ts'
import { createHighlightServer } from '../../../../src/renderer/markdown/highlight/highlightServer.ts'
import type { HighlightReply } from '../../../../src/renderer/markdown/highlight/highlightServer.ts'
import {
  codeLanguageLabel,
  findCodeLanguage,
} from '../../../../src/renderer/markdown/highlight/codeLanguages.ts'

interface TestPort extends HighlightPort {
  /** Resolves once every request so far has been answered. */
  answered: () => Promise<void>
}

/** Returns the worker's server in this process: the same messages, without a thread in between. */
function createTestPort(): TestPort {
  const listeners = new Map<number, (reply: HighlightReply) => void>()
  const serve = createHighlightServer(loadLineHighlighter, (reply) =>
    listeners.get(reply.id)?.(reply),
  )
  let last: Promise<unknown> = Promise.resolve()
  let id = 0
  return {
    open: (listener) => {
      id += 1
      listeners.set(id, listener)
      return id
    },
    post: (request) => {
      last = serve(request)
    },
    release: (released) => {
      listeners.delete(released)
      last = serve({ id: released, released: true })
    },
    answered: async () => void (await last),
  }
}

const code = ['/* a comment', 'over two lines */', 'const a: number = `x', '${1}`', '']

test('lines that come in pieces get the tokens of the whole', async () => {
  const highlight = async (pieces: readonly (readonly string[])[]): Promise<LineTokens[]> => {
    const port = createTestPort()
    const tokens: LineTokens[] = []
    const highlighter = createLineHighlighter('typescript', port, (lines) => tokens.push(...lines))
    for (const piece of pieces) highlighter.push(piece)
    await port.answered()
    return tokens
  }
  const whole = await highlight([code])
  expect(await highlight(code.map((line) => [line]))).toEqual(whole)
  expect(whole[1]?.[0]).toEqual(['over two lines */'.length, 'comment'])
  expect(whole).toHaveLength(code.length)
})

test('long code comes in its order, and nothing comes after the end', async () => {
  const port = createTestPort()
  let count = 0
  const highlighter = createLineHighlighter('json', port, (lines) => (count += lines.length))
  highlighter.push(Array.from({ length: 530 }, () => '{ "a": 1 }'))
  await port.answered()
  expect(count).toBe(530)
  highlighter.push(['{}'])
  highlighter.close()
  await port.answered()
  expect(count).toBe(530)
})

test('every grammar loads and splits a line', { timeout: 120_000 }, async () => {
  for (const name of Object.keys(codeGrammars) as (keyof typeof codeGrammars)[]) {
    const highlightLine = await loadLineHighlighter(name)
    const { tokens } = highlightLine('a = 1', undefined)
    expect(
      tokens.reduce((sum, [length]) => sum + length, 0),
      name,
    ).toBe(5)
  }
})

test('a line is as few pieces as look the same', async () => {
  const highlightLine = await loadLineHighlighter('typescript')
  const line = '  export const a = `x${1}`  '
  let start = 0
  const pieces = highlightLine(line, undefined).tokens.map(([length, kind]) => {
    const text = line.slice(start, start + length)
    start += length
    return [text, kind]
  })
  expect(pieces).toEqual([
    ['  export const ', 'keyword'],
    ['a ', 'constant'],
    ['= ', 'keyword'],
    ['`x', 'string'],
    ['${', 'keyword'],
    ['1', 'constant'],
    ['}', 'keyword'],
    ['`  ', 'string'],
  ])
})

test('a language is known by any of its names', () => {
  expect(findCodeLanguage('JS')).toBe('javascript')
  expect(codeLanguageLabel('sh')).toBe('Shell')
  expect(codeLanguageLabel('brainfuck')).toBe('brainfuck')
  expect(findCodeLanguage('constructor')).toBeUndefined()
})

test('code whose grammar fails stays plain, and the next is highlighted', async () => {
  const replies: HighlightReply[] = []
  const serve = createHighlightServer(
    (language) =>
      language === 'zig' ? Promise.reject(new Error('no grammar')) : loadLineHighlighter(language),
    (reply) => replies.push(reply),
  )
  await serve({ id: 1, language: 'zig', lines: ['const a = 1', ''] })
  await serve({ id: 2, language: 'json', lines: ['null'] })
  expect(replies).toEqual([
    { id: 1, lines: [[], []] },
    { id: 2, lines: [[[4, 'constant']]] },
  ])
})
