import { expect, test } from 'vitest'
import { createCodeHighlighter } from '../../../src/renderer/markdown/codeHighlighter.ts'
import type { ChunkTokens, HighlightPort } from '../../../src/renderer/markdown/codeHighlighter.ts'
import { codeGrammars } from '../../../src/renderer/markdown/codeGrammars.ts'
import { loadLineHighlighter } from '../../../src/renderer/markdown/highlighter.ts'
import { createHighlightServer } from '../../../src/renderer/markdown/highlightServer.ts'
import type { HighlightReply } from '../../../src/renderer/markdown/highlightServer.ts'
import {
  codeLanguageLabel,
  findCodeLanguage,
} from '../../../src/renderer/markdown/codeLanguages.ts'

interface TestPort extends HighlightPort {
  /** Kept once every request so far has been answered. */
  answered: () => Promise<void>
}

/** The worker's server in this process: the same messages, without a thread between. */
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

const code = ['/* a comment', 'over two lines */', 'const a: number = `x', '${1}`', ''].join('\n')

async function highlightAtOnce(text: string): Promise<readonly ChunkTokens[]> {
  const port = createTestPort()
  let chunks: readonly ChunkTokens[] = []
  createCodeHighlighter('typescript', port, (done) => (chunks = done)).update(text, false)
  await port.answered()
  return chunks
}

test('code that grows gets the tokens of the whole', async () => {
  const port = createTestPort()
  let chunks: readonly ChunkTokens[] = []
  const highlighter = createCodeHighlighter('typescript', port, (done) => (chunks = done))
  for (let length = 0; length < code.length; length += 7)
    highlighter.update(code.slice(0, length), true)
  highlighter.update(code, false)
  await port.answered()
  expect(chunks).toEqual(await highlightAtOnce(code))
  expect(chunks[0]?.[1]?.[0]).toEqual(['over two lines */'.length, 'comment'])
})

test('code that has changed starts afresh', async () => {
  const port = createTestPort()
  let chunks: readonly ChunkTokens[] = []
  const highlighter = createCodeHighlighter('typescript', port, (done) => (chunks = done))
  highlighter.update(code, false)
  highlighter.update('const b = 2\n', false)
  await port.answered()
  expect(chunks).toEqual(await highlightAtOnce('const b = 2\n'))
})

test('long code comes in chunks of as many lines, and finished ones keep their identity', async () => {
  const port = createTestPort()
  let chunks: readonly ChunkTokens[] = []
  const highlighter = createCodeHighlighter('json', port, (done) => (chunks = done))
  const line = '{ "a": 1 }\n'
  highlighter.update(line.repeat(330), true)
  await port.answered()
  expect(chunks.map((chunk) => chunk.length)).toEqual([50, 50, 50, 50, 50, 50, 30])
  const [first] = chunks
  highlighter.update(line.repeat(331), true)
  await port.answered()
  expect(chunks[0]).toBe(first)
  expect(chunks.at(-1)).toHaveLength(31)
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

test('a language is known by any of its names', () => {
  expect(findCodeLanguage('JS')).toBe('javascript')
  expect(codeLanguageLabel('sh')).toBe('Shell')
  expect(codeLanguageLabel('brainfuck')).toBe('brainfuck')
  expect(findCodeLanguage('constructor')).toBeUndefined()
})
