import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReplyRequest } from '../../../../src/main/providers/reply.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { collect } from '../collect.ts'
import { openService } from './openService.ts'
import { askWith, fileOf, modelWith } from './turns.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

interface Message {
  role: string
  content: string | { type: string }[]
}

const messagesOf = (body: unknown) => (body as { messages: Message[] }).messages

/** Refuses a request that the test matches. */
function refuse(isRefused: (text: string) => boolean, status: number, body: unknown): void {
  fake.behave((_request, { text }) =>
    isRefused(text) ? { kind: 'status', status, body } : { kind: 'answer', text: 'Fine' },
  )
}

const said = (message: string, code: string | number | null = null) => ({
  error: { message, type: 'invalid_request_error', param: null, code },
})

async function warningsOf(service: ReturnType<typeof openService>, request: ReplyRequest) {
  const { events, error, text } = await collect(service, request)
  expect({ error, text }).toEqual({ error: undefined, text: 'Fine' })
  return events.flatMap((event) => (event.type === 'warning' ? event.warning : []))
}

const instructed: ReplyRequest = {
  modelId: 'parley-large',
  turns: [
    { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    { role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'Hi' }] },
    { role: 'user', parts: [{ type: 'text', text: 'Again' }] },
  ],
}

describe('a model without a role for instructions', () => {
  test.each<[string, number, unknown]>([
    [
      'o1-mini',
      400,
      said(
        "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        'unsupported_value',
      ),
    ],
    ['Gemma at Together', 400, said('System role not supported')],
    [
      'Gemma at Google',
      400,
      [said('Developer instruction is not enabled for models/gemma-3-27b-it', 400)],
    ],
    [
      'Gemma at llama.cpp',
      500,
      said('Jinja Exception: System role not supported at row 1, column 40', 500),
    ],
    ['vLLM', 400, said('System role not supported None', 400)],
    [
      'Mistral at vLLM',
      400,
      said('Conversation roles must alternate user/assistant/user/assistant/...', 400),
    ],
    [
      'LM Studio',
      400,
      {
        error:
          'Error rendering prompt with jinja template: "Only user and assistant roles are supported!". The model does not support the system role.',
      },
    ],
    [
      'a service with pydantic',
      422,
      {
        detail: [
          {
            loc: ['body', 'messages', 0, 'role'],
            msg: "Input should be 'user' or 'assistant'",
            type: 'literal_error',
          },
        ],
      },
    ],
    [
      'a gateway',
      400,
      said("This model doesn't support system messages. Try again without a system message."),
    ],
    ['another gateway', 400, said("Invalid role: 'system'")],
  ])(
    'gets them in the first message of the user, and that is told: %s',
    async (_who, status, body) => {
      refuse((text) => text.includes('"system"'), status, body)
      const service = openService(fake.baseUrl)
      for (const requests of [2, 3]) {
        expect(
          await warningsOf(service, { ...instructed, effort: requests === 2 ? 'auto' : 'low' }),
        ).toEqual([{ code: 'instructionsMoved' }])
        expect(fake.requests).toHaveLength(requests)
      }
      expect(messagesOf(fake.requests.at(-1)?.body)).toEqual([
        { role: 'user', content: 'Be brief.\n\nHello' },
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'Again' },
      ])
    },
  )

  test('is asked so at the other endpoint too', async () => {
    const message = "Unsupported value: 'input[0].role' does not support 'system' with this model."
    refuse((text) => text.includes('"system"'), 400, said(message))
    const service = openService(fake.baseUrl, { api: 'responses' })
    expect(await warningsOf(service, instructed)).toEqual([{ code: 'instructionsMoved' }])
    const body = fake.requests.at(-1)?.body as { input: unknown[] } | undefined
    expect(body?.input[0]).toEqual({
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'Be brief.\n\n' },
        { type: 'input_text', text: 'Hello' },
      ],
    })
  })

  test('other models of the service keep their role', async () => {
    refuse(
      (text) => text.includes('"system"') && text.includes('gemma'),
      400,
      said('System role not supported'),
    )
    const service = openService(fake.baseUrl)
    await warningsOf(service, { ...instructed, modelId: 'gemma' })
    expect(await warningsOf(service, instructed)).toEqual([])
    expect(messagesOf(fake.requests.at(-1)?.body)[0]).toEqual({
      role: 'system',
      content: 'Be brief.',
    })
  })
})

describe('stream_options', () => {
  test.each<[number, unknown]>([
    [400, said('Unrecognized request argument supplied: stream_options')],
    [
      422,
      {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'stream_options'],
            msg: 'Extra inputs are not permitted',
            input: {},
          },
        ],
      },
    ],
    [
      400,
      {
        object: 'error',
        message:
          "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted'}]",
        code: 400,
      },
    ],
  ])('are left out where they are refused, and that is told: %d %j', async (status, body) => {
    refuse((text) => text.includes('stream_options'), status, body)
    const service = openService(fake.baseUrl)
    for (const requests of [2, 3]) {
      expect(await warningsOf(service, askWith([{ type: 'text', text: 'Hi' }]))).toEqual([
        { code: 'optionDropped', subject: 'stream_options' },
      ])
      expect(fake.requests).toHaveLength(requests)
    }
  })
})

describe('content that a compatible service refuses', () => {
  const png = fileOf('dot.png', 'image/png', new Uint8Array([1, 2, 3]))
  const pdf = fileOf('paper.pdf', 'application/pdf', '%PDF')
  const wav = fileOf('voice.wav', 'audio/wav', 'RIFF')
  const model = modelWith({ image: true, pdf: true, audio: true })
  const request = askWith([png, pdf, { type: 'text', text: 'Hi' }], { model })
  const heard = askWith([png, wav, { type: 'text', text: 'Hi' }], { model })
  const partsOf = (body: unknown) =>
    messagesOf(body).flatMap(({ content }) =>
      typeof content === 'string' ? 'text' : content.map(({ type }) => type),
    )

  test.each<[string, number, unknown]>([
    [
      'OpenAI',
      400,
      said(
        "Invalid value: 'file'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', and 'audio'.",
        'invalid_value',
      ),
    ],
    [
      'DeepSeek',
      400,
      said(
        'Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `file`, expected `text` or `image_url` at line 1 column 92',
      ),
    ],
    ['vLLM', 400, said('Unknown part type: file', 400)],
    [
      'Mistral',
      422,
      {
        detail: [
          {
            type: 'union_tag_invalid',
            loc: ['body', 'messages', 0, 'user', 'content', 1],
            msg: "Input tag 'file' found using 'type' does not match any of the expected tags: 'text', 'image_url'",
          },
        ],
      },
    ],
    ['Moonshot', 400, said('Invalid request: unsupported content type: file')],
    ['words alone', 400, said('File inputs are not supported by this model')],
    ['of PDFs', 400, said('This model does not support PDF documents')],
  ])('leaves out the PDF, names it and keeps the picture: %s', async (_who, status, body) => {
    refuse((text) => text.includes('"file"'), status, body)
    const service = openService(fake.baseUrl)
    for (const requests of [2, 3]) {
      expect(await warningsOf(service, request)).toEqual([
        { code: 'attachmentDropped', subject: 'paper.pdf' },
      ])
      expect(fake.requests).toHaveLength(requests)
    }
    expect(partsOf(fake.requests.at(-1)?.body)).toEqual(['image_url', 'text'])
  })

  test.each<[string, number, unknown]>([
    [
      'OpenAI',
      400,
      said("Invalid value: 'input_audio'. Supported values are: 'text', 'image_url', 'file'."),
    ],
    [
      'DeepSeek',
      400,
      said('messages[0]: unknown variant `input_audio`, expected `text` or `image_url`'),
    ],
    ['words alone', 400, said('This model does not support audio input')],
  ])('leaves out the sound alone: %s', async (_who, status, body) => {
    refuse((text) => text.includes('input_audio'), status, body)
    expect(await warningsOf(openService(fake.baseUrl), heard)).toEqual([
      { code: 'attachmentDropped', subject: 'voice.wav' },
    ])
    expect(partsOf(fake.requests.at(-1)?.body)).toEqual(['image_url', 'text'])
  })

  test.each<[string, number, unknown]>([
    ['llama.cpp', 500, said('unsupported content[].type', 500)],
    [
      'LM Studio',
      400,
      {
        error:
          "Invalid 'content': 'content' objects must have a 'type' field that is either 'text' or 'image_url'.",
      },
    ],
    ['Ollama', 400, said('invalid message format')],
    [
      'Together',
      422,
      {
        detail: [
          {
            loc: ['body', 'messages', 0, 'content', 'str'],
            msg: 'Input should be a valid string',
            type: 'string_type',
          },
        ],
      },
    ],
    ['DeepSeek', 400, said('messages[0]: unknown variant `image_url`, expected `text` at line 1')],
  ])('leaves out all that is no text: %s', async (_who, status, body) => {
    refuse((text) => text.includes('image_url'), status, body)
    const warnings = await warningsOf(openService(fake.baseUrl), request)
    expect(warnings.map(({ subject }) => subject)).toEqual(['dot.png', 'paper.pdf'])
    expect(partsOf(fake.requests.at(-1)?.body)).toEqual(['text'])
  })

  test('leaves out the PDF alone at the other endpoint', async () => {
    refuse(
      (text) => text.includes('input_file'),
      400,
      said("Invalid value: 'input_file'. Supported values are: 'input_text', 'input_image'."),
    )
    const service = openService(fake.baseUrl, { api: 'responses' })
    expect(await warningsOf(service, request)).toEqual([
      { code: 'attachmentDropped', subject: 'paper.pdf' },
    ])
    expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('input_image')
  })
})
