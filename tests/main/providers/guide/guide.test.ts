import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Turn } from '../../../../src/main/providers/reply.ts'
import { ask, collect } from '../collect.ts'
import { openGuide } from './openGuide.ts'

const model = 'parley-guide'
const greeting = "I'm not a language model"

async function sourcesOf(question: string): Promise<string[]> {
  const { events } = await collect(openGuide(), ask(question, model))
  return events.flatMap((event) =>
    event.type === 'citation' ? [event.citation.source.replace('guide/', '')] : [],
  )
}

test.each([
  ['How do I get started?', 'start'],
  ['How do I use a model on my own machine?', 'local'],
  ['How do I connect Ollama or LM Studio?', 'local'],
  ['how to connect ollama', 'local'],
  ['Which local servers are supported?', 'local'],
  ['Where are my chats and keys kept?', 'keys'],
  ['where are api keys stored', 'keys'],
  ['What is Parley?', 'what'],
  ['keyboard shortcuts', 'keyboard'],
  ['How do I dictate into another app?', 'dictation'],
  ['Can you read answers aloud?', 'voice'],
  ['what hotkeys are there?', 'keyboard'],
  ['Can I undo deleting a conversation?', 'chats'],
  ['how can I rename a chat', 'chats'],
  ['dark mode', 'appearance'],
  ['make the text bigger', 'appearance'],
  ['does it work offline', 'privacy'],
  ['is my data private?', 'privacy'],
  ['error 401', 'key-refused'],
  ['it says my key was refused', 'key-refused'],
  ['too many requests', 'rate-limit'],
  ['the server is not running', 'not-running'],
  ['this chat is too long for the model', 'errors'],
  ['the answer stopped in the middle', 'stop'],
  ['how do I change the language', 'languages'],
  ['Arabic right to left', 'languages'],
  ['backup my chats', 'data'],
  ['are you a language model?', 'guide'],
  ['who are you', 'guide'],
  ['LaTeX math formulas', 'markdown'],
  ['regenerate an answer', 'versions'],
  ['search my chats', 'search'],
  ['keychain is locked on Linux', 'keychain'],
  ['command line options', 'command-line'],
  ['what happens when it crashes?', 'safety'],
  ['add Groq', 'provider'],
  ['change the default model', 'models'],
])('%j is answered from the section %s', async (question, section) => {
  expect((await sourcesOf(question))[0]).toBe(section)
})

test.each([
  'What is the capital of France?',
  'Write a poem about cats',
  '2+2',
  '???',
  'the of and',
  'Ünïcödé ßtrange',
  'x'.repeat(100_000),
])('%.40j finds nothing, and says what can be asked', async (question) => {
  const { text, events } = await collect(openGuide(), ask(question, model))
  expect(text).toContain(greeting)
  expect(text).toContain('- API keys and where they are kept')
  expect(events.filter(({ type }) => type === 'citation')).toEqual([])
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
})

test('answers with sentences of the manual, numbered by their sources', async () => {
  const { text, events } = await collect(openGuide(), ask('Where are my keys kept?', model))
  const citations = events.flatMap((event) => (event.type === 'citation' ? [event.citation] : []))
  expect(citations[0]).toMatchObject({
    number: 1,
    title: 'API keys and where they are kept',
    source: 'guide/keys',
  })
  const [, ...paragraphs] = text.split('\n\n')
  for (const [index, paragraph] of paragraphs.entries()) {
    expect(paragraph.endsWith(`[${String(index + 1)}]`)).toBe(true)
    for (const sentence of paragraph.replace(/ \[\d\]$/, '').split(/(?<=\.) (?=[A-Z])/)) {
      expect(citations[index]?.passage).toContain(sentence)
    }
  }
})

const user = (text: string): Turn => ({ role: 'user', parts: [{ type: 'text', text }] })
const assistant: Turn = { role: 'assistant', parts: [{ type: 'text', text: 'An answer' }] }

test('says what it is in its first answer only', async () => {
  const first = await collect(openGuide(), ask('dark mode', model))
  expect(first.text).toContain(greeting)
  const turns = [user('dark mode'), assistant, user('Where are my keys kept?')]
  const second = await collect(openGuide(), { modelId: model, turns })
  expect(second.text).not.toContain(greeting)
})

test('reads a very short question together with the one before it', async () => {
  const turns = [user('How do I install Ollama?'), assistant, user('and LM Studio?')]
  const { events } = await collect(openGuide(), { modelId: model, turns })
  expect(events.find(({ type }) => type === 'citation')).toMatchObject({
    citation: { source: 'guide/local' },
  })
})

test('streams in pieces and stops when it is told to', async () => {
  const stop = new AbortController()
  const reading = collect(
    openGuide({ pieceMilliseconds: 20 }),
    ask('dark mode', model),
    stop.signal,
  )
  await wait(100)
  stop.abort()
  const { error, text } = await reading
  expect(error?.code).toBe('aborted')
  expect(text.length).toBeLessThan(200)
})

test('answers in English where the manual is not translated', async () => {
  const guide = openGuide({
    locale: () => 'de-DE',
    readManual: async (locale) =>
      locale === 'en-US'
        ? '---\ngreeting: G\nnothingFound: N\ntopics: T\nstopWords: a\n---\n## Keys {#keys}\nA key.'
        : null,
  })
  expect((await collect(guide, ask('keys', model))).text).toBe('G\n\nA key. [1]')
})

test('searches languages that write without spaces', async () => {
  const manual =
    '---\ngreeting: 案内です\nnothingFound: なし\ntopics: 一覧\nstopWords: は を の\n---\n' +
    '## 鍵の保管場所 {#keys}\n鍵はキーチェーンに保管されます。\n\n' +
    '## 言語の変更 {#languages}\n言語は設定で変更できます。\n'
  const guide = openGuide({ locale: () => 'ja-JP', readManual: async () => manual })
  const reply = await collect(guide, ask('言語を変更したい', model))
  expect(reply.text).toContain('言語は設定で変更できます。 [1]')
})

test('has one model, on this machine', async () => {
  expect(await openGuide().models(new AbortController().signal)).toEqual([
    { providerId: 'guide', modelId: 'parley-guide', name: 'Parley guide', local: true },
  ])
})
