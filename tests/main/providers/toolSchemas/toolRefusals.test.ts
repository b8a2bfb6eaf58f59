import { expect, onTestFinished, test } from 'vitest'
import type { ReplyRequest, Tool } from '../../../../src/main/providers/reply.ts'
import { startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { startFakeOllama } from '../../../fakes/fakeOllama.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { fakeKey, openAnthropic } from '../anthropic/openAnthropic.ts'
import { openBedrock } from '../bedrock/openBedrock.ts'
import { ask, collect } from '../collect.ts'
import { openLocal } from '../local/openLocal.ts'
import { openService } from '../openAiCompatible/openService.ts'
import { weatherTool } from '../openAiCompatible/turns.ts'

/** A tool whose schema has much that some service does not know. */
const strange: Tool = {
  name: 'strange',
  description: 'Draws',
  parameters: {
    type: 'object',
    properties: {
      kind: { oneOf: [{ const: 'flow' }, { const: 'aws' }] },
      any: { type: ['string', 'null'] },
    },
  },
}
const tools = [weatherTool, strange, { ...weatherTool, name: 'time' }]
const request: ReplyRequest = { ...ask('Hello'), tools }

/** Answers unless a request has something that the service refuses. */
function refusing(pattern: RegExp, message: string, status = 400) {
  return ({ text }: { text: string }) =>
    pattern.test(text)
      ? ({
          kind: 'status',
          status,
          body: { error: { message, type: 'invalid_request_error' } },
        } as const)
      : ({ kind: 'answer', text: 'Hi' } as const)
}

async function openFake(pattern: RegExp, message: string, status = 400) {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  const refuse = refusing(pattern, message, status)
  fake.behave((body) => refuse({ text: JSON.stringify(body) }))
  const namesOf = (body: unknown) =>
    ((body as { tools?: { name?: string; function?: { name: string } }[] }).tools ?? []).map(
      (tool) => tool.function?.name ?? tool.name,
    )
  return { fake, namesOf, last: () => fake.requests.at(-1)?.body }
}

const warningsOf = ({ events }: Awaited<ReturnType<typeof collect>>) =>
  events.flatMap((event) => (event.type === 'warning' ? event.warning : []))
const leftOut = [{ code: 'toolRefused', subject: 'strange' }]

test.each([
  'Invalid schema: tools[1].function.parameters is not valid',
  "Invalid schema for function 'strange': schema must have a 'type' key.",
  'Invalid tool schema: oneOf is not supported',
  'tools.1.custom.input_schema: JSON schema is invalid',
  '* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[kind].oneOf: missing field',
])('after %j the schema is written plainly, and no tool is lost', async (message) => {
  const { fake, namesOf, last } = await openFake(/oneOf/, message)
  const service = openService(fake.baseUrl)
  const reply = await collect(service, request)
  expect(reply.text).toBe('Hi')
  expect(warningsOf(reply)).toEqual([])
  expect(namesOf(last())).toEqual(['weather', 'strange', 'time'])
  expect(fake.requests).toHaveLength(2)
  await collect(service, request)
  expect(fake.requests).toHaveLength(3)
})

test.each([
  ['chat', 'Invalid tools[1].function.parameters: no'],
  ['responses', 'Invalid tools[1].parameters: no'],
  ['chat', "Invalid function 'strange': no"],
  ['chat', 'Invalid tool: the schema of a function is too deep'],
  ['chat', 'Error in tools.1.name: too long'],
] as const)('%s: after %j that tool alone is left out, and named', async (api, message) => {
  const { fake, namesOf, last } = await openFake(/"strange"/, message)
  const service = openService(fake.baseUrl, { api })
  const reply = await collect(service, request)
  expect(reply.text).toBe('Hi')
  expect(warningsOf(reply)).toEqual(leftOut)
  expect(namesOf(last())).toEqual(['weather', 'time'])
  const asked = fake.requests.length
  expect(warningsOf(await collect(service, request))).toEqual(leftOut)
  expect(fake.requests).toHaveLength(asked + 1)
})

test('of too many tools as many are sent as the service takes', async () => {
  const many = Array.from({ length: 130 }, (_, index) => ({
    ...weatherTool,
    name: `t${String(index)}`,
  }))
  const message =
    "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 130 instead."
  const { fake, namesOf, last } = await openFake(/"t129"/, message)
  const reply = await collect(openService(fake.baseUrl), { ...request, tools: many })
  expect(warningsOf(reply).map(({ subject }) => subject)).toEqual(['t128', 't129'])
  expect(namesOf(last())).toHaveLength(128)
  expect(fake.requests).toHaveLength(2)
})

test.each([
  "tool call validation failed: parameters for tool 'strange' did not match schema",
  "Invalid type for 'messages[1].tool_calls[0].function.arguments'",
  'Temperature must be below 2',
  'One or more parameters are invalid',
])('%j is no refusal of a tool', async (message) => {
  const { fake } = await openFake(/./, message)
  const reply = await collect(openService(fake.baseUrl), request)
  expect(reply.error).toMatchObject({ code: 'badRequest' })
  expect(fake.requests).toHaveLength(1)
})

test('a model without tools is still asked without all of them', async () => {
  const { fake } = await openFake(
    /"tools"/,
    'Function calling is not supported by this model, remove tools and parameters',
  )
  const reply = await collect(openService(fake.baseUrl), request)
  expect(warningsOf(reply)).toEqual([{ code: 'optionDropped', subject: 'tools' }])
  expect(fake.requests).toHaveLength(2)
})

test('Anthropic: a tool that is refused blocks no answer', async () => {
  const fake = await startFakeAnthropic({ key: fakeKey })
  onTestFinished(() => fake.close())
  const refuse = refusing(/"strange"/, 'tools.1.custom.input_schema: not valid')
  fake.behave((body) => refuse({ text: JSON.stringify(body) }))
  const reply = await collect(openAnthropic(fake.origin), request)
  expect(reply.text).toBe('Hi')
  expect(warningsOf(reply)).toEqual(leftOut)
})

test('Bedrock: a tool that is refused blocks no answer', async () => {
  const fake = await startFakeBedrock()
  onTestFinished(() => fake.close())
  const message =
    "1 validation error detected: Value at 'toolConfig.tools.2.member.toolSpec.name' failed to satisfy constraint"
  const refusal = { kind: 'exception', status: 400, type: 'ValidationException', message } as const
  fake.behave(({ text }) => (text.includes('"strange"') ? refusal : { kind: 'answer', text: 'Hi' }))
  const reply = await collect(openBedrock(fake.origin), request)
  expect(reply.text).toBe('Hi')
  expect(warningsOf(reply)).toEqual(leftOut)
})

test('Ollama: a tool that is refused blocks no answer', async () => {
  const name = 'parley-large'
  const listed = { name, family: 'f', size: 1, capabilities: ['tools'], contextLength: 4096 }
  const fake = await startFakeOllama(0, { models: [listed] })
  onTestFinished(() => fake.close())
  const refuse = refusing(/"strange"/, 'invalid tools.1.function.parameters')
  fake.behave((body) => refuse({ text: JSON.stringify(body) }))
  const reply = await collect(openLocal('ollama', fake.origin), request)
  expect(reply.text).toBe('Hi')
  expect(warningsOf(reply)).toEqual(leftOut)
})

test('Ollama gets plain schemas, as it passes over what it does not know', async () => {
  const name = 'parley-large'
  const listed = { name, family: 'f', size: 1, capabilities: ['tools'], contextLength: 4096 }
  const fake = await startFakeOllama(0, { models: [listed] })
  onTestFinished(() => fake.close())
  const reply = await collect(openLocal('ollama', fake.origin), { ...request, tools: [strange] })
  expect(warningsOf(reply)).toEqual([])
  const body = fake.requests.find(({ path }) => path === '/api/chat')?.body
  expect(body).toMatchObject({
    tools: [
      {
        function: {
          parameters: {
            type: 'object',
            properties: {
              kind: {
                anyOf: [
                  { type: 'string', enum: ['flow'] },
                  { type: 'string', enum: ['aws'] },
                ],
              },
              any: { type: 'string' },
            },
          },
        },
      },
    ],
  })
})
