import { expect, test } from 'vitest'
import {
  answerView,
  type ViewHost,
} from '../../../../../src/main/plugins/frames/views/answerView.ts'
import { viewMessageSchema } from '../../../../../src/main/plugins/frames/views/viewMessages.ts'
import { AppError } from '../../../../../src/shared/errors.ts'

function ask(
  message: object,
  host: Partial<ViewHost> = {},
  result: Record<string, unknown> | null = null,
) {
  const context = {
    shown: {
      isOpen: false,
      messageId: 'm',
      call: { type: 'toolCall' as const, id: 'c', name: 'board', arguments: 'not JSON' },
      result: {
        type: 'toolResult' as const,
        id: 'c',
        text: 'plain',
        failed: true,
        page: { plugin: 'p', isAnswer: false },
      },
    },
    tool: { name: 'board', description: '', parameters: {} },
    result,
    theme: 'dark' as const,
    locale: 'de-DE',
    maxHeight: 900,
  }
  const all: ViewHost = {
    callTool: () => expect.unreachable(),
    readResource: () => expect.unreachable(),
    openLink: () => expect.unreachable(),
    propose: () => expect.unreachable(),
    save: () => expect.unreachable(),
    tellModel: () => expect.unreachable(),
    resize: () => expect.unreachable(),
    ...host,
  }
  return answerView(viewMessageSchema.parse({ jsonrpc: '2.0', ...message }), context, all)
}

test('what is not kept of a result is told as text', async () => {
  const begin = { method: 'ui/notifications/initialized' }
  const input = { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: {} } }
  const told = (params: object) => ({
    jsonrpc: '2.0',
    method: 'ui/notifications/tool-result',
    params,
  })
  expect(await ask(begin)).toEqual([
    input,
    told({ content: [{ type: 'text', text: 'plain' }], isError: true }),
  ])
  const kept = { content: [], structuredContent: { a: 1 } }
  expect(await ask(begin, {}, kept)).toEqual([input, told(kept)])
})

test('what main refuses is told without its details', async () => {
  const refused = new AppError('pluginRefused', 'The path is /home/somebody', { subject: 'secret' })
  const answer = await ask(
    { id: 'a', method: 'tools/call', params: { name: 'x' } },
    { callTool: () => Promise.reject(refused) },
  )
  const error = { code: -32_000, message: 'Parley could not do it: pluginRefused' }
  expect(answer).toEqual([{ jsonrpc: '2.0', id: 'a', error }])
})

test.each([
  [{ id: 1, method: 'ping' }, [{ jsonrpc: '2.0', id: 1, result: {} }]],
  [{ method: 'ping' }, []],
  [{ method: 'ui/notifications/size-changed', params: { height: -1 } }, []],
  [{ method: 'tools/call', params: { name: 'x' } }, []],
])('%j is answered with %j', async (message, replies) => {
  expect(await ask(message)).toEqual(replies)
})

const block = (text: string) => ({ type: 'text', text })

test('a view proposes a message, which the user takes or not', async () => {
  const proposed: string[] = []
  const propose = (isTaken: boolean) => (text: string) => {
    proposed.push(text)
    return Promise.resolve(isTaken)
  }
  const message = (content: unknown, role = 'user') => ({
    ...{ id: 1, method: 'ui/message' },
    params: { role, content },
  })
  const image = { type: 'image', data: '', mimeType: 'image/png' }
  expect(
    await ask(message([block('Move'), image, block('to b2')]), { propose: propose(true) }),
  ).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  expect(await ask(message(block('Move')), { propose: propose(false) })).toEqual([
    { jsonrpc: '2.0', id: 1, result: { isError: true } },
  ])
  expect(proposed).toEqual(['Move\n\nto b2', 'Move'])
  // Only the user speaks as the user.
  expect(await ask(message(block('Move'), 'assistant'))).toMatchObject([
    { error: { code: -32_602 } },
  ])
})

test('a view tells the model texts and data', async () => {
  const told: string[] = []
  const tellModel = (text: string) => Promise.resolve(void told.push(text))
  const update = (params: object) => ({ id: 1, method: 'ui/update-model-context', params })
  await ask(update({ content: [block('On b2')], structuredContent: { at: 'b2' } }), { tellModel })
  await ask(update({}), { tellModel })
  expect(told).toEqual(['On b2\n\n{"at":"b2"}', ''])
})
