import { expect, test } from 'vitest'
import { builtInTools, ownTools } from '../../../src/main/tools/builtInTools.ts'
import { checkInput } from '../../../src/main/tools/checkInput.ts'
import { currentTime } from '../../../src/main/tools/currentTime.ts'
import { dependencies } from './ownToolDependencies.ts'
import { runTool } from '../../../src/main/tools/runTool.ts'
import type { ToolCallContext } from '../../../src/main/tools/tool.ts'
import type { Capabilities } from '../../../src/shared/models.ts'
import type { ToolPolicy, ToolPreferences } from '../../../src/shared/plugins/tools.ts'

const model = { providerId: 'p', modelId: 'm' }
const scope = { conversationId: 'chat', model }
const context: ToolCallContext = {
  ...scope,
  messageId: 'message',
  toolCallId: 'call',
  argumentsText: '{}',
  earlier: [],
}
const { signal } = new AbortController()

const allOff: ToolPreferences = {
  currentTime: 'off',
  calculate: 'off',
  readAttachment: 'off',
  searchChats: 'off',
  fetchPage: 'off',
}

async function listFor(currentTimePolicy: ToolPolicy, capabilities?: Capabilities) {
  const box = builtInTools({
    dependencies,
    preferences: () => ({ ...allOff, currentTime: currentTimePolicy }),
    describe: (given) =>
      Promise.resolve({ ...given, name: 'm', local: false, ...(capabilities && { capabilities }) }),
  })
  const tools = await box.list(scope, signal)
  return tools.map(({ name }) => name)
}

test('are offered to models that are known to take tools', async () => {
  expect(await listFor('allow', { tools: true })).toEqual(['current_time'])
  expect(await listFor('allow', { tools: false })).toEqual([])
  expect(await listFor('allow', { image: true })).toEqual([])
  expect(await listFor('allow')).toEqual([])
})

test.each(Object.entries(ownTools))('%s has the name of its setting', (setting, tool) => {
  const name = tool('allow', dependencies).name.replaceAll(/_([a-z])/g, (_, letter: string) =>
    letter.toUpperCase(),
  )
  expect(name).toBe(setting)
})

test('are not offered where the user has them off', async () => {
  expect(await listFor('off', { tools: true })).toEqual([])
  expect(await listFor('ask', { tools: true })).toEqual(['current_time'])
})

test('ask where the user wants to be asked', async () => {
  expect(await currentTime('ask', dependencies).consent({}, context)).toEqual({
    ask: 'oncePerChat',
  })
  expect(await currentTime('allow', dependencies).consent({}, context)).toEqual({ ask: 'never' })
})

const noon = Date.UTC(2026, 10, 22, 12, 0, 0)
const clock = currentTime('allow', { ...dependencies, now: () => noon })

test('the time is told in the zone that is wanted, and in the user’s', async () => {
  expect(await runTool(clock, { timeZone: 'Asia/Tokyo' }, context, signal)).toEqual({
    parts: [
      {
        type: 'text',
        text: 'Sunday, 22 November 2026 at 21:00:00 GMT+9 (Asia/Tokyo)\n2026-11-22T12:00:00.000Z',
      },
    ],
  })
  const { parts } = await runTool(clock, {}, context, signal)
  expect(parts).toMatchObject([
    { text: expect.stringContaining(Intl.DateTimeFormat().resolvedOptions().timeZone) as string },
  ])
})

test('a zone that does not exist is told to the model', async () => {
  expect(await runTool(clock, { timeZone: 'Mars/Olympus' }, context, signal)).toEqual({
    parts: [{ type: 'text', text: 'There is no time zone named Mars/Olympus.' }],
    failed: true,
  })
  expect(await checkInput(clock, { timeZone: 7 }, signal)).toContain('timeZone')
})
