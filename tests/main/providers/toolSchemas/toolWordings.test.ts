import { describe, expect, onTestFinished, test } from 'vitest'
import type { Tool } from '../../../../src/main/providers/reply.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { ask, collect } from '../collect.ts'
import { openService } from '../openAiCompatible/openService.ts'
import { weatherTool } from '../openAiCompatible/turns.ts'

interface Sent {
  tools?: { function: { name: string; description: string; parameters: object } }[]
}

const toolNamed = (name: string): Tool => ({ ...weatherTool, name })

/** Has what some service does not know even if it is written plainly. */
const strange: Tool = {
  name: 'get_diagram',
  description: 'Draws',
  parameters: {
    type: 'object',
    $defs: { Kind: { type: 'string', enum: ['aws', 'flow'] } },
    properties: {
      kind: { $ref: '#/$defs/Kind' },
      any: { anyOf: [{ type: 'array' }, { type: 'null' }] },
      list: { type: 'array' },
    },
  },
}

/** Starts a service that refuses some tools, whatever their schemas. */
async function openRefusing(
  names: readonly string[],
  status: number,
  bodyOf: (sent: string[]) => unknown,
) {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  const sentNames = (body: unknown) =>
    ((body as Sent).tools ?? []).map(({ function: { name } }) => name)
  fake.behave((body) => {
    const sent = sentNames(body)
    if (!sent.some((name) => names.includes(name))) return { kind: 'answer', text: 'Hi' }
    return { kind: 'status', status, body: bodyOf(sent) }
  })
  const hello = async (tools: readonly Tool[]) => {
    const { text, events, error } = await collect(openService(fake.baseUrl), {
      ...ask('Hello'),
      tools,
    })
    const left = events.flatMap((event) =>
      event.type === 'warning' && event.warning.code === 'toolRefused' ? event.warning.subject : [],
    )
    return { text, error, left, sent: sentNames(fake.requests.at(-1)?.body) }
  }
  return { fake, hello }
}

const said = (message: string) => ({ error: { message, type: 'invalid_request_error', code: 400 } })
const at = (sent: readonly string[]) => String(sent.indexOf('get_diagram'))

describe('a tool that a service refuses is left out and named, and Hello is answered', () => {
  test.each<[string, number, (sent: string[]) => unknown]>([
    [
      'OpenAI',
      400,
      () =>
        said(
          "Invalid schema for function 'get_diagram': In context=('properties', 'any', 'anyOf', '0'), array schema missing items.",
        ),
    ],
    [
      'OpenAI, by place',
      400,
      (sent) => said(`Invalid 'tools[${at(sent)}].function.parameters': schema must be an object.`),
    ],
    [
      'Gemini',
      400,
      (sent) => [
        said(
          `* GenerateContentRequest.tools[0].function_declarations[${at(sent)}].parameters.properties[any].items: missing field.\n`,
        ),
      ],
    ],
    [
      'Anthropic',
      400,
      (sent) =>
        said(
          `tools.${at(sent)}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12.`,
        ),
    ],
    [
      'Bedrock',
      400,
      (sent) => ({
        message: `The value at toolConfig.tools.${at(sent)}.toolSpec.inputSchema.json.type must be one of the following: object.`,
      }),
    ],
    [
      'Mistral',
      422,
      (sent) => ({
        detail: [
          {
            type: 'value_error',
            loc: ['body', 'tools', Number(at(sent)), 'function', 'parameters'],
            msg: 'Value error, invalid JSON schema',
          },
        ],
      }),
    ],
    [
      'Groq',
      400,
      (sent) =>
        said(
          `invalid JSON schema for tool get_diagram, tools[${at(sent)}].function.parameters: \`/properties/any\`: anyOf is not allowed`,
        ),
    ],
    [
      'a gateway, without marks',
      400,
      () => said('Invalid parameters for tool get_diagram: array without items'),
    ],
    [
      'xAI',
      400,
      () => ({
        code: 'Client specified an invalid argument',
        error: 'Invalid request content: Invalid function schema for get_diagram',
      }),
    ],
    [
      'xAI, a grammar',
      400,
      () => ({ code: 'invalid-argument', error: 'Failed to compile grammar: unsupported keyword' }),
    ],
    [
      'Moonshot',
      400,
      () =>
        said(
          'Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: <At path properties.any: type is not defined>',
        ),
    ],
    [
      'Ollama',
      400,
      () => ({
        error:
          'json: cannot unmarshal array into Go struct field ChatRequest.tools.function.parameters.properties.type of type string',
      }),
    ],
    ['llama.cpp', 500, () => said('failed to parse grammar')],
    [
      'llama.cpp, samplers',
      400,
      () => said('Failed to initialize samplers: failed to parse grammar'),
    ],
    [
      'llama.cpp, conversion',
      500,
      () => said('JSON schema conversion failed:\nUnrecognized schema: {"not":{}}'),
    ],
    [
      'Gemini, a grammar',
      400,
      () => [
        said('The specified schema produces a constraint that has too many states for serving.'),
      ],
    ],
    [
      'vLLM',
      400,
      () => said('The provided JSON schema contains features not supported by xgrammar.'),
    ],
    ['vLLM, a grammar', 400, () => said('Grammar error: Unimplemented keys: ["not"]')],
    [
      'a name',
      400,
      (sent) => [
        said(
          `* GenerateContentRequest.tools[0].function_declarations[${at(sent)}].name: Invalid function name. Must start with a letter or an underscore.`,
        ),
      ],
    ],
  ])('%s', async (_service, status, bodyOf) => {
    const { fake, hello } = await openRefusing(['get_diagram'], status, bodyOf)
    expect(await hello([toolNamed('weather'), strange, toolNamed('time')])).toEqual({
      text: 'Hi',
      error: undefined,
      left: ['get_diagram'],
      sent: ['weather', 'time'],
    })
    expect(fake.requests.length).toBeLessThanOrEqual(3)
  })
})

/** Contains itself, and so keeps its references until a service refuses them. */
const tree: Tool = {
  name: 'filter',
  description: 'Filters',
  parameters: {
    type: 'object',
    $defs: {
      Node: {
        type: 'object',
        properties: { and: { type: 'array', items: { $ref: '#/$defs/Node' } } },
      },
    },
    properties: { by: { $ref: '#/$defs/Node' } },
  },
}

test.each<[string, number, unknown]>([
  ['Gemini', 400, [said('Request contains an invalid argument.')]],
  [
    'OpenAI',
    400,
    said(
      "Error resolving schema reference 'Node': RecursionError('maximum recursion depth exceeded')",
    ),
  ],
  ['a gateway', 400, said('Schemas with circular references are not supported')],
  ['vLLM', 500, said('maximum recursion depth exceeded while calling a Python object')],
])('a schema that contains itself is cut where that is refused: %s', async (_who, status, body) => {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  fake.behave((request) =>
    JSON.stringify(request).includes('"$ref"')
      ? { kind: 'status', status, body }
      : { kind: 'answer', text: 'Hi' },
  )
  const service = openService(fake.baseUrl)
  for (const requests of [2, 3]) {
    const { text, events } = await collect(service, { ...ask('Hello'), tools: [tree] })
    expect(text).toBe('Hi')
    expect(events.filter(({ type }) => type === 'warning')).toEqual([])
    expect(fake.requests).toHaveLength(requests)
  }
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('"and"')
})

test('a refusal that says nothing is no fault of tools that every service knows', async () => {
  const { fake, hello } = await openRefusing(['weather'], 400, () =>
    said('Request contains an invalid argument.'),
  )
  expect((await hello([toolNamed('weather')])).error?.code).toBe('badRequest')
  expect(fake.requests).toHaveLength(1)
})

test('several that one refusal points to are left out at once', async () => {
  const { fake, hello } = await openRefusing(['b', 'd'], 400, (sent) =>
    said(
      ['b', 'd']
        .map(
          (name) =>
            `* GenerateContentRequest.tools[0].function_declarations[${String(sent.indexOf(name))}].parameters: bad`,
        )
        .join('\n'),
    ),
  )
  const reply = await hello(['a', 'b', 'c', 'd'].map(toolNamed))
  expect(reply).toMatchObject({ text: 'Hi', left: ['b', 'd'], sent: ['a', 'c'] })
  // The second has the schemas written plainly.
  expect(fake.requests).toHaveLength(3)
})

test.each([
  ['one after the other', (name: string) => `Invalid schema for function '${name}': no`],
  ['without a name', () => 'failed to parse grammar'],
])('many that are refused %s block no answer, and all are named', async (_how, message) => {
  const tools = Array.from({ length: 40 }, (_, index) => toolNamed(`tool_${String(index)}`))
  const names = tools.map(({ name }) => name)
  const { fake, hello } = await openRefusing(names, 400, ([first = '']) => said(message(first)))
  const reply = await hello(tools)
  expect(reply).toMatchObject({ text: 'Hi', error: undefined, sent: [] })
  expect(reply.left).toEqual(names)
  expect(fake.requests.length).toBeLessThanOrEqual(12)
})

test('a description that is too long is cut before the tool is left out', async () => {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  fake.behave((body) => {
    const [tool] = (body as Sent).tools ?? []
    const length = tool?.function.description.length ?? 0
    const message = `Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024, but got a string with length ${String(length)} instead.`
    return length > 1024
      ? { kind: 'status', status: 400, body: said(message) }
      : { kind: 'answer', text: 'Hi' }
  })
  const tool = { ...weatherTool, description: 'Tells the weather. '.repeat(100) }
  const { text, events } = await collect(openService(fake.baseUrl), {
    ...ask('Hello'),
    tools: [tool],
  })
  expect(text).toBe('Hi')
  expect(events.filter(({ type }) => type === 'warning')).toEqual([])
  expect((fake.requests.at(-1)?.body as Sent | undefined)?.tools).toHaveLength(1)
})
