import { expect, test } from 'vitest'
import { answerPage } from '../../../../src/main/plugins/frames/answerPage.ts'
import { pageMessageSchema } from '../../../../src/main/plugins/frames/pageMessages.ts'
import type { PagePlugin, SettingValue } from '../../../../src/main/plugins/frames/pagePlugin.ts'
import {
  createPageState,
  removeOrphanedState,
} from '../../../../src/main/plugins/frames/pageState.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import { openHistory } from '../../chat/testHistory.ts'
import { pagePlugin } from './pagePlugin.ts'

const messageId = '0d4f4f0e-2f2f-4c3e-9d55-3a0c6f1c7f11'

/**
 * Answers a page's messages; its plugin has a secret and two other settings. What it writes into
 * the chat is noted in `written`.
 */
function openPage(
  change: (plugin: PagePlugin) => void = () => undefined,
  { wasUsed = false, isOpen = false }: { wasUsed?: boolean; isOpen?: boolean } = {},
) {
  const database = openHistory()
  const state = createPageState(database)
  const settings: Record<string, SettingValue> = { unit: 'h', key: 'a secret' }
  const plugin = pagePlugin('https://clock.test/', [], {
    settings: { type: 'object', properties: { unit: {}, zone: {}, key: {} } },
    secretSettings: ['key'],
  })
  change(plugin)
  const written: string[] = []
  const note = (text: string): Message => {
    written.push(text)
    return { id: messageId } as Message
  }
  const ask = async (message: unknown) => {
    const parsed = pageMessageSchema.parse(message)
    const page = { plugin, messageId, toolCallId: 'call', wasUsed }
    const { replies, wantsModel } = await answerPage(parsed, page, {
      state,
      plugins: {
        find: () => plugin,
        readSettings: () => settings,
        writeSettings: async (_id, values) => void Object.assign(settings, values),
        readResource: () => expect.unreachable(),
        callFromView: () => expect.unreachable(),
        rememberGiven: () => expect.unreachable(),
        logRefusal: () => undefined,
        onStopped: () => undefined,
      },
      calls: {
        read: () => ({
          messageId,
          isOpen,
          call: { type: 'toolCall', id: 'call', name: 'clock', arguments: '{}' },
          result: {
            type: 'toolResult',
            id: 'call',
            text: 'plain',
            failed: false,
            page: { plugin: 'clock', isAnswer: false },
          },
        }),
        fill: (_message, _call, text) => note(`filled ${text}`),
        tell: () => expect.unreachable(),
        append: (_message, _call, text) => note(`added ${text}`),
      },
    })
    if (wantsModel) written.push('asked')
    return replies
  }
  return { ask, settings, database, state, written }
}

const fill = { type: 'lobe-chat:fill-plugin-content', content: 'x', triggerAiMessage: true }
const append = { type: 'lobe-chat:create-assistant-message', content: 'y' }

test('a page that nobody has pressed writes nothing into the chat', async () => {
  const { ask, written } = openPage()
  for (const message of [fill, append]) {
    await expect(ask(message)).rejects.toMatchObject({ code: 'pluginRefused' })
  }
  expect(written).toEqual([])
})

test('a page that nobody has pressed fills in the result that waits for it, and adds nothing', async () => {
  const { ask, written } = openPage(undefined, { isOpen: true })
  await ask(fill)
  await expect(ask(append)).rejects.toMatchObject({ code: 'pluginRefused' })
  expect(written).toEqual(['filled x', 'asked'])
})

test('a page that the user has pressed writes', async () => {
  const { ask, written } = openPage(undefined, { wasUsed: true })
  await ask(fill)
  await ask(append)
  expect(written).toEqual(['filled x', 'asked', 'added y'])
})

const read = { type: 'lobe-chat:fetch-plugin-settings' }

test('secrets neither reach a page nor are written by it', async () => {
  const { ask, settings } = openPage()
  expect(await ask(read)).toMatchObject([{ value: { unit: 'h' } }])
  const value = { unit: 'min', key: 'stolen', zone: { deep: 1 }, __proto__: { a: 1 }, other: 1 }
  await ask({ type: 'lobe-chat:update-plugin-settings', value })
  expect(settings).toEqual({ unit: 'min', key: 'a secret' })
})

test('a page without the permission sees and changes no settings', async () => {
  const { ask, settings } = openPage(({ choices }) => {
    choices.pageReadsSettings = false
  })
  expect(await ask(read)).toMatchObject([{ value: {} }])
  await ask({ type: 'lobe-chat:update-plugin-settings', value: { unit: 'min' } })
  expect(settings).toEqual({ unit: 'h', key: 'a secret' })
})

test('a page keeps a bounded state by any names, and it ends with its message', async () => {
  const { ask, state, database } = openPage()
  const write = (key: string, value: unknown) =>
    ask({ type: 'lobe-chat:update-plugin-state', key, value })
  const readKey = async (key: string) => {
    const [reply] = await ask({ type: 'lobe-chat:fetch-plugin-state', key })
    return reply?.['value']
  }
  for (const key of ['tab', '__proto__', 'constructor', "'; DROP TABLE message; --"]) {
    await write(key, { open: [key] })
    expect(await readKey(key)).toEqual({ open: [key] })
  }
  expect(await readKey('toString')).toBeUndefined()
  await write('tab', undefined)
  expect(await readKey('tab')).toBeNull()
  await expect(write('large', 'x'.repeat(1_000_000))).rejects.toMatchObject({ code: 'badInput' })
  for (let index = 0; index < 196; index += 1) await write(`k${String(index)}`, index)
  await expect(write('one more', 1)).rejects.toMatchObject({ code: 'badInput' })
  removeOrphanedState(database)
  expect(state.read(messageId, 'call')).toEqual({})
})

test('messages that are none are refused', () => {
  for (const message of [
    null,
    'lobe-chat:plugin-ready-for-render',
    { type: 'lobe-chat:render-plugin' },
    { type: 'lobe-chat:fetch-plugin-state' },
    { type: 'lobe-chat:fetch-plugin-state', key: { toString: 1 } },
    { type: 'lobe-chat:fetch-plugin-state', key: 'x'.repeat(201) },
    { type: 'lobe-chat:update-plugin-settings', value: 'x' },
    { type: 'lobe-chat:create-assistant-message', content: 'x'.repeat(200_001) },
    { type: 'lobe-chat:create-assistant-message', content: ['x'] },
  ]) {
    expect(pageMessageSchema.safeParse(message).success).toBe(false)
  }
})
