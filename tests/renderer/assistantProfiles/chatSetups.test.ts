import { beforeEach, expect, test, vi } from 'vitest'
import {
  beginChatSetup,
  changeChatSetup,
  saveChatSetups,
} from '../../../src/renderer/assistantProfiles/chatSetups.ts'
import type { AnswerSetup } from '../../../src/shared/assistantProfiles.ts'
import type { ErrorCode } from '../../../src/shared/errors.ts'
import type { Reply } from '../../../src/shared/ipc/wire.ts'

const setup: AnswerSetup = {
  instructions: 'Be brief.',
  effort: null,
  temperature: null,
  topP: null,
  maxTokens: null,
  stopWords: [],
}
/** The changes that main was asked to store, in order. */
let asked: { conversationId: string | null; setup: AnswerSetup }[]
/** The failure of each further change; undefined to store it. */
let failure: ErrorCode | undefined

beforeEach(() => {
  asked = []
  failure = undefined
  const call = (_name: string, input: (typeof asked)[number]): Promise<Reply> => {
    asked.push(input)
    return Promise.resolve(
      failure
        ? { ok: false, error: { code: failure, message: 'No', details: {} } }
        : { ok: true, value: { assistantId: null, setup: input.setup, hasOwn: true } },
    )
  }
  vi.stubGlobal('window', { bridge: { call } })
})

test('changes of several chats are written together, the last of each', async () => {
  changeChatSetup('a', { ...setup, instructions: 'Be' })
  changeChatSetup('b', setup)
  changeChatSetup('a', setup)
  await saveChatSetups()
  expect(asked).toEqual([
    { conversationId: 'a', setup },
    { conversationId: 'b', setup },
  ])
  await saveChatSetups()
  expect(asked).toHaveLength(2)
})

test('a change that main can’t store fails each save until it is stored', async () => {
  failure = 'diskFull'
  changeChatSetup('a', setup)
  await expect(saveChatSetups()).rejects.toMatchObject({ code: 'diskFull' })
  await expect(saveChatSetups()).rejects.toMatchObject({ code: 'diskFull' })
  failure = undefined
  await saveChatSetups()
  expect(asked).toHaveLength(3)
})

test('a change of a chat that is gone keeps no message of others from being sent', async () => {
  failure = 'conversationMissing'
  changeChatSetup('a', setup)
  await saveChatSetups()
  await saveChatSetups()
  expect(asked).toHaveLength(1)
})

test('a chat that begins takes along what was typed for it meanwhile', async () => {
  changeChatSetup(null, setup)
  beginChatSetup('a')
  await saveChatSetups()
  expect(asked).toEqual([{ conversationId: 'a', setup }])
})
