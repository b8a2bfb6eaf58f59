import { expect, onTestFinished, test } from 'vitest'
import type { ReplyRequest } from '../../../src/main/providers/reply.ts'
import { startFakeAnthropic } from '../../fakes/fakeAnthropic.ts'
import { startFakeBedrock } from '../../fakes/fakeBedrock.ts'
import { startFakeOllama } from '../../fakes/fakeOllama.ts'
import { startFakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import { fakeKey, openAnthropic } from './anthropic/openAnthropic.ts'
import { openBedrock } from './bedrock/openBedrock.ts'
import { collect } from './collect.ts'
import { openLocal } from './local/openLocal.ts'
import { openService } from './openAiCompatible/openService.ts'
import {
  clipVideo,
  dotPng,
  modelWith,
  notesText,
  paperPdf,
  resultTurns,
  videoNote,
} from './openAiCompatible/turns.ts'

const all = resultTurns([dotPng, paperPdf, notesText, clipVideo])
const draw = { name: 'draw', description: 'Draws', parameters: { type: 'object' } }
const sighted = modelWith({ image: true, pdf: true, tools: true })
const blind = modelWith({ image: false, pdf: false, tools: true })
const pngUrl = 'data:image/png;base64,AQID'
const pdfUrl = 'data:application/pdf;base64,JVBERg=='
const notesQuoted = '<file name="notes.txt">\nRemember the milk\n</file>'
const blindNotes = [
  "[The file dot.png (image/png) can't be shown to this model.]",
  "[The file paper.pdf (application/pdf) can't be shown to this model.]",
]

interface Message {
  role: string
  content: unknown
}

interface Body {
  messages: { content: unknown[] }[]
}

type Model = ReplyRequest['model']
const asking = (model: Model): ReplyRequest => ({
  modelId: 'parley-large',
  turns: all,
  tools: [draw],
  ...(model && { model }),
})

async function openAi(api: 'chat' | 'responses', model: Model) {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  const reply = await collect(openService(fake.baseUrl, { api }), asking(model))
  expect(reply.error).toBeUndefined()
  expect(fake.violations).toEqual([])
  return fake.requests.at(-1)?.body as { messages: Message[]; input: unknown[] }
}

test('OpenAI chat: text in the result, pictures and files in the user’s message', async () => {
  const { messages } = await openAi('chat', sighted)
  expect(messages.slice(2)).toEqual([
    {
      role: 'tool',
      tool_call_id: 'call_1',
      content: `As drawn\n\n${notesQuoted}\n\n${videoNote}\n\n[The 2 files of this result follow in the next message.]`,
    },
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: pngUrl } },
        { type: 'file', file: { filename: 'paper.pdf', file_data: pdfUrl } },
      ],
    },
  ])
})

test('OpenAI chat: a model that sees nothing is told what there was', async () => {
  const { messages } = await openAi('chat', blind)
  const notes = [...blindNotes, notesQuoted, videoNote].join('\n\n')
  expect(messages.slice(2)).toEqual([
    { role: 'tool', tool_call_id: 'call_1', content: `As drawn\n\n${notes}` },
  ])
})

test('OpenAI Responses: all in the result', async () => {
  const { input } = await openAi('responses', sighted)
  expect(input.at(-1)).toEqual({
    type: 'function_call_output',
    call_id: 'call_1',
    output: [
      { type: 'input_text', text: `As drawn\n\n${notesQuoted}\n\n${videoNote}` },
      { type: 'input_image', image_url: pngUrl, detail: 'auto' },
      { type: 'input_file', filename: 'paper.pdf', file_data: pdfUrl },
    ],
  })
})

test('OpenAI Responses: a model that sees nothing is told what there was', async () => {
  const { input } = await openAi('responses', blind)
  expect(input.at(-1)).toEqual({
    type: 'function_call_output',
    call_id: 'call_1',
    output: ['As drawn', ...blindNotes, notesQuoted, videoNote].join('\n\n'),
  })
})

async function anthropic(model: Model) {
  const fake = await startFakeAnthropic({ key: fakeKey })
  onTestFinished(() => fake.close())
  const reply = await collect(openAnthropic(fake.origin), asking(model))
  expect(reply.error).toBeUndefined()
  expect(fake.violations).toEqual([])
  const { body } = fake.requests.at(-1) ?? {}
  return (body as Body).messages
}

test('Anthropic: all in the result', async () => {
  const messages = await anthropic(sighted)
  expect(messages.at(-1)?.content[0]).toMatchObject({
    type: 'tool_result',
    tool_use_id: 'call_1',
    content: [
      { type: 'text', text: `As drawn\n\n${videoNote}` },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } },
      {
        type: 'document',
        title: 'paper.pdf',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' },
      },
      { type: 'document', title: 'notes.txt', source: { type: 'text', data: 'Remember the milk' } },
    ],
  })
})

test('Anthropic: a model that sees nothing is told what there was', async () => {
  const messages = await anthropic(blind)
  expect(messages.at(-1)?.content[0]).toMatchObject({
    content: [
      { type: 'text', text: ['As drawn', ...blindNotes, videoNote].join('\n\n') },
      { type: 'document', title: 'notes.txt' },
    ],
  })
})

async function bedrock(model: Model) {
  const fake = await startFakeBedrock()
  onTestFinished(() => fake.close())
  const reply = await collect(openBedrock(fake.origin), asking(model))
  expect(reply.error).toBeUndefined()
  const { body } = fake.asked().at(-1) ?? {}
  return (body as Body).messages.at(-1)?.content[0]
}

test('Bedrock Converse: all in the result', async () => {
  expect(await bedrock(sighted)).toMatchObject({
    toolResult: {
      toolUseId: 'call_1',
      status: 'success',
      content: [
        { text: `As drawn\n\n${videoNote}` },
        { image: { format: 'png', source: { bytes: 'AQID' } } },
        { document: { format: 'pdf', source: { bytes: 'JVBERg==' } } },
        { document: { format: 'txt' } },
      ],
    },
  })
})

test('Bedrock Converse: a model that sees nothing is told what there was', async () => {
  expect(await bedrock(blind)).toMatchObject({
    toolResult: {
      content: [
        { text: ['As drawn', ...blindNotes, videoNote].join('\n\n') },
        { document: { format: 'txt' } },
      ],
    },
  })
})

test('Ollama: text in the result, pictures in the user’s message', async () => {
  const name = 'seeing:1b'
  const capabilities = ['completion', 'tools', 'vision']
  const listed = { name, family: 'f', size: 1, capabilities, contextLength: 4096 }
  const fake = await startFakeOllama(0, { models: [listed] })
  onTestFinished(() => fake.close())
  const request = { ...asking({ ...sighted, modelId: name }), modelId: name }
  const reply = await collect(openLocal('ollama', fake.origin), request)
  expect(reply.error).toBeUndefined()
  expect(fake.violations).toEqual([])
  const { body } = fake.requests.findLast(({ path }) => path === '/api/chat') ?? {}
  const [, pdfNote = ''] = blindNotes
  const notes = [
    pdfNote,
    notesQuoted,
    videoNote,
    '[The file of this result follows in the next message.]',
  ]
  expect((body as { messages: Message[] }).messages.slice(2)).toEqual([
    {
      role: 'tool',
      content: ['As drawn', ...notes].join('\n\n'),
      tool_call_id: 'call_1',
      tool_name: 'draw',
    },
    { role: 'user', content: '', images: ['AQID'] },
  ])
})
