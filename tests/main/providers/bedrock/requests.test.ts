import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileInput, ReplyRequest, Turn } from '../../../../src/main/providers/reply.ts'
import type { ConverseBody } from '../../../fakes/converseRules.ts'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import type { Behaviour, FakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { ask, collect } from '../collect.ts'
import { openBedrock } from './openBedrock.ts'

let fake: FakeBedrock

beforeEach(async () => {
  fake = await startFakeBedrock()
})

afterEach(() => fake.close())

const user = (...parts: Turn['parts']): Turn => ({ role: 'user', parts })
const assistant = (...parts: Turn['parts']): Turn => ({ role: 'assistant', parts })
const say = (text: string) => ({ type: 'text', text }) as const

function file(name: string, mediaType: string, content = 'bytes'): FileInput {
  const bytes = new TextEncoder().encode(content)
  return {
    type: 'file',
    file: { id: 'a'.repeat(64), name, mediaType, sizeBytes: bytes.length },
    read: () => Promise.resolve(bytes),
  }
}

/** Returns the request sent; the fake has checked it against the package's types and the rules. */
async function sent(request: Partial<ReplyRequest> & Pick<ReplyRequest, 'turns'>) {
  const reply = await collect(openBedrock(fake.origin), { modelId: 'parley-large', ...request })
  expect(reply.error).toBeUndefined()
  const body = fake.asked().at(-1)?.body as ConverseBody
  const warnings = reply.events.flatMap((event) => (event.type === 'warning' ? event.warning : []))
  return { body, warnings }
}

/** Refuses a request that matches a pattern, like a model that does not support something. */
function refuse(pattern: RegExp, message: string): void {
  const refusal: Behaviour = {
    kind: 'exception',
    status: 400,
    type: 'ValidationException',
    message,
  }
  fake.behave((request) => (pattern.test(request.text) ? refusal : { kind: 'answer', text: 'Ok.' }))
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('a conversation', () => {
  test('alternates, and begins with the user', async () => {
    const { body } = await sent({
      outputTokensMaximum: 100,
      turns: [
        { role: 'system', parts: [say('Be brief.')] },
        assistant(say('Hello!')),
        user(say('One.'), say('  ')),
        user(say('Two.')),
        assistant(say('Three, ')),
      ],
    })
    expect(body).toEqual({
      system: [{ text: 'Be brief.' }],
      inferenceConfig: { maxTokens: 100 },
      messages: [
        { role: 'user', content: [{ text: '…' }] },
        { role: 'assistant', content: [{ text: 'Hello!' }] },
        { role: 'user', content: [{ text: 'One.' }, { text: 'Two.' }] },
        { role: 'assistant', content: [{ text: 'Three,' }] },
      ],
    })
  })

  test('sends back what was thought, as the service has sealed it', async () => {
    const { body } = await sent({
      turns: [
        user(say('Why?')),
        assistant(
          { type: 'reasoning', text: 'Hm.', signature: 'c2ln' },
          { type: 'reasoning', text: '', encrypted: base64('secret') },
          { type: 'reasoning', text: 'From elsewhere.' },
          { type: 'reasoning', text: '', encrypted: 'gAAA', itemId: 'rs_1' },
          say('Because.'),
        ),
        user(say('Sure?')),
      ],
    })
    expect(body.messages[1]?.content).toEqual([
      { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } },
      { reasoningContent: { redactedContent: base64('secret') } },
      { text: 'Because.' },
    ])
  })

  test('names its tools, and answers each call', async () => {
    const call = (id: string, text: string) =>
      ({ type: 'toolCall', id, name: 'clock', arguments: text }) as const
    const { body, warnings } = await sent({
      parallelTools: false,
      tools: [{ name: 'clock', description: 'Tells the time', parameters: { properties: {} } }],
      turns: [
        user(say('What time is it?')),
        assistant(call('call.1', '{"zone":"UTC"}'), call('b', 'not json')),
        user(
          { type: 'toolResult', id: 'call.1', text: 'Noon', failed: false },
          { type: 'toolResult', id: 'stray', text: 'Nothing', failed: true },
          say('And now?'),
        ),
      ],
    })
    expect(body.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { toolUse: { toolUseId: 'call_1', name: 'clock', input: { zone: 'UTC' } } },
          { toolUse: { toolUseId: 'b', name: 'clock', input: { input: 'not json' } } },
        ],
      },
      {
        role: 'user',
        content: [
          { toolResult: { toolUseId: 'call_1', content: [{ text: 'Noon' }], status: 'success' } },
          {
            toolResult: {
              toolUseId: 'b',
              content: [{ text: 'The tool was not run.' }],
              status: 'error',
            },
          },
          { text: 'And now?' },
        ],
      },
    ])
    expect(body.toolConfig?.tools).toEqual([
      {
        toolSpec: {
          name: 'clock',
          description: 'Tells the time',
          inputSchema: { json: { properties: {}, type: 'object' } },
        },
      },
    ])
    expect(warnings).toEqual([{ code: 'optionDropped', subject: 'parallelTools' }])
  })

  test('with calls of earlier needs their names even without tools', async () => {
    const { body } = await sent({
      turns: [
        user(say('Go.')),
        assistant({ type: 'toolCall', id: 'a', name: 'clock', arguments: '' }),
        user({ type: 'toolResult', id: 'a', text: '', failed: false }),
      ],
    })
    expect(body.toolConfig?.tools.map(({ toolSpec }) => toolSpec.name)).toEqual(['clock'])
  })
})

describe('files', () => {
  test('go as images and documents, under names that are allowed and different', async () => {
    const { body, warnings } = await sent({
      turns: [
        user(
          file('a.png', 'image/png'),
          file('Q3_report: final!!.v2.pdf', 'application/pdf'),
          file('Q3 report final v2.pdf', 'application/pdf'),
          file(
            '报告.docx',
            'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          ),
          file('notes.md', 'text/markdown'),
          file('a.csv', 'text/csv'),
          file('data.json', 'application/json'),
          file('film.mov', 'video/quicktime'),
        ),
      ],
    })
    const documents = body.messages[0]?.content.flatMap((block) =>
      'document' in block ? [[block.document.format, block.document.name]] : [],
    )
    expect(documents).toEqual([
      ['pdf', 'Q3 report final v2'],
      ['pdf', 'Q3 report final v2 (2)'],
      ['docx', 'Document'],
      ['md', 'notes'],
      ['csv', 'a'],
      ['txt', 'data'],
    ])
    expect(body.messages[0]?.content[0]).toEqual({
      image: { format: 'png', source: { bytes: base64('bytes') } },
    })
    expect(warnings).toEqual([{ code: 'attachmentDropped', subject: 'film.mov' }])
  })

  test('that the model is known not to take are left out', async () => {
    const model = {
      providerId: 'bedrock',
      modelId: 'parley-large',
      name: 'Large',
      local: false,
      capabilities: { image: false },
    }
    const turns = [user(say('Look'), file('a.png', 'image/png'))]
    const { warnings } = await sent({ turns, model })
    expect(warnings).toEqual([{ code: 'attachmentDropped', subject: 'a.png' }])
  })

  test('go as text where the model refuses documents', async () => {
    refuse(/"document"/, "This model doesn't support documents.")
    const { body, warnings } = await sent({
      turns: [user(file('notes.txt', 'text/plain', 'Milk'), file('a.pdf', 'application/pdf'))],
    })
    expect(body.messages[0]?.content).toEqual([{ text: 'notes.txt:\n\nMilk' }])
    expect(warnings).toEqual([{ code: 'attachmentDropped', subject: 'a.pdf' }])
    const read = { text: 'All of it', isPartial: false }
    const paper = { ...file('b.pdf', 'application/pdf'), readText: () => Promise.resolve(read) }
    const again = await sent({ turns: [user(paper)] })
    expect(again.body.messages[0]?.content).toEqual([{ text: 'b.pdf:\n\nAll of it' }])
    expect(again.warnings).toEqual([{ code: 'attachmentAsText', subject: 'b.pdf' }])
  })
})

describe('what the model refuses is learnt', () => {
  const long = 'word '.repeat(2000)
  const clock = { name: 'clock', description: 'Tells the time', parameters: {} }

  test('cache points, which mark what comes again', async () => {
    const turns = [
      { role: 'system', parts: [say(long)] } as const,
      user(say('One')),
      assistant(say('Two')),
      user(say('Three')),
    ]
    const { body } = await sent({ turns })
    expect(body.system?.at(-1)).toEqual({ cachePoint: { type: 'default' } })
    expect(body.messages.map(({ content }) => content.length)).toEqual([2, 1, 2])

    refuse(
      /cachePoint/,
      'You invoked an unsupported model or your request did not allow prompt caching.',
    )
    const provider = openBedrock(fake.origin)
    const before = fake.asked().length
    const request = { modelId: 'parley-large', turns }
    expect((await collect(provider, request)).text).toBe('Ok.')
    expect((await collect(provider, request)).text).toBe('Ok.')
    expect(fake.asked()).toHaveLength(before + 3)
  })

  test('effort, in each of its fields, and then not at all', async () => {
    const extraneous = 'Malformed input request: #: extraneous key is not permitted'
    const fields = ['"outputConfig"', '"reasoning_effort"', '"reasoningConfig"']
    for (const [count, expected] of fields.slice(1).entries()) {
      refuse(new RegExp(fields.slice(0, count + 1).join('|')), extraneous)
      const { warnings } = await sent({ ...ask('Hi'), effort: 'high' })
      expect(fake.asked().at(-1)?.text).toContain(expected)
      expect(warnings).toEqual([])
    }
    refuse(new RegExp(fields.join('|')), extraneous)
    const { body, warnings } = await sent({ ...ask('Hi'), effort: 'high' })
    expect(Object.keys(body)).toEqual(['messages'])
    expect(warnings).toEqual([{ code: 'optionDropped', subject: 'effort' }])
  })

  test('ways of thinking, for a model that takes a budget', async () => {
    refuse(/adaptive/, 'adaptive thinking is not supported on this model')
    const { body } = await sent({
      ...ask('Hi', 'eu.anthropic.claude-large'),
      effort: 'low',
      outputTokensMaximum: 8000,
    })
    expect(body.additionalModelRequestFields).toEqual({
      thinking: { type: 'enabled', budget_tokens: 2048 },
    })
  })

  test('a system prompt, which then stands before all', async () => {
    refuse(/"system"/, "This model doesn't support system messages.")
    const { body } = await sent({
      turns: [{ role: 'system', parts: [say('Be brief.')] }, user(say('Hi'))],
    })
    expect(body.messages[0]?.content).toEqual([{ text: 'Be brief.' }, { text: 'Hi' }])
  })

  test('tools, whose earlier calls are then told in words', async () => {
    refuse(/toolConfig/, "This model doesn't support tool use.")
    const { body, warnings } = await sent({
      tools: [clock],
      turns: [
        user(say('Go.')),
        assistant({ type: 'toolCall', id: 'a', name: 'clock', arguments: '{}' }),
        user({ type: 'toolResult', id: 'a', text: 'Noon', failed: false }),
      ],
    })
    expect(body.messages.slice(1).map(({ content }) => content)).toEqual([
      [{ text: 'clock({})' }],
      [{ text: 'Noon' }],
    ])
    expect(warnings).toEqual([{ code: 'optionDropped', subject: 'tools' }])
  })

  test('tools while streaming, which is then given up', async () => {
    fake.behave((request) =>
      request.path.endsWith('/converse-stream')
        ? {
            kind: 'exception',
            status: 400,
            type: 'ValidationException',
            message: "This model doesn't support tool use in streaming mode.",
          }
        : {
            kind: 'json',
            status: 200,
            body: {
              output: { message: { content: [{ text: 'Whole.' }] } },
              stopReason: 'end_turn',
            },
          },
    )
    const reply = await collect(openBedrock(fake.origin), { ...ask('Hi'), tools: [clock] })
    expect([reply.text, reply.error]).toEqual(['Whole.', undefined])
  })

  test('reasoning of another model, for this request alone', async () => {
    refuse(/reasoningContent/, 'Invalid signature in reasoningContent block')
    const { body } = await sent({
      turns: [
        user(say('Why?')),
        assistant({ type: 'reasoning', text: 'Hm.', signature: 'c2ln' }, say('So.')),
        user(say('Sure?')),
      ],
    })
    expect(body.messages[1]?.content).toEqual([{ text: 'So.' }])
  })

  test('the form of the answer', async () => {
    const answerFormat = { name: 'city', schema: { type: 'object', properties: {} } }
    const { body } = await sent({ ...ask('Hi'), answerFormat })
    expect(body.outputConfig?.textFormat?.structure.jsonSchema).toEqual({
      name: 'city',
      schema: '{"type":"object","properties":{}}',
    })
    refuse(/textFormat/, 'outputConfig.textFormat is not supported by this model')
    const refused = await sent({ ...ask('Hi'), answerFormat })
    expect(refused.warnings).toEqual([{ code: 'optionDropped', subject: 'answerFormat' }])
  })

  test('the length of its answers', async () => {
    refuse(
      /"maxTokens":64000/,
      'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
    )
    const { body } = await sent({ ...ask('Hi'), outputTokensMaximum: 64_000 })
    expect(body.inferenceConfig).toEqual({ maxTokens: 4096 })
  })

  test('the room that is left for an answer, for this request alone', async () => {
    refuse(
      /"maxTokens":64000/,
      'input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000',
    )
    const { body } = await sent({ ...ask('Hi'), outputTokensMaximum: 64_000 })
    expect(body.inferenceConfig).toEqual({ maxTokens: 10_000 })
  })

  test('but no refusal that names nothing of it', async () => {
    refuse(/./, 'The requested operation is not supported: no reason')
    const reply = await collect(openBedrock(fake.origin), { ...ask('Hi'), effort: 'low' })
    expect(reply.error?.code).toBe('badRequest')
    expect(fake.asked()).toHaveLength(1)
  })
})

test('tokens are counted by the service, or not at all', async () => {
  const provider = openBedrock(fake.origin)
  const count = () => provider.countTokens?.(ask('Hi'), new AbortController().signal)
  fake.behave({ kind: 'json', status: 200, body: { inputTokens: 42 } })
  expect(await count()).toBe(42)
  expect(fake.asked()[0]?.path).toBe('/model/parley-large/count-tokens')
  expect(fake.asked()[0]?.body).toEqual({
    input: { converse: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] } },
  })
  fake.behave({
    kind: 'exception',
    status: 400,
    type: 'ValidationException',
    message: "The provided model doesn't support counting tokens.",
  })
  await expect(count()).rejects.toMatchObject({ code: 'notSupported' })
})
