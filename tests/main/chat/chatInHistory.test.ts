import { expect, test } from 'vitest'
import { createChatInHistory } from '../../../src/main/chat/chatInHistory.ts'
import { earlierSources } from '../../../src/main/chat/turns/earlierSources.ts'
import { createAsking } from '../../../src/main/knowledge/asking/createAsking.ts'
import { copyChatPlugins, pluginsOff, setInChat } from '../../../src/main/plugins/chatPlugins.ts'
import { copyPageState, createPageState } from '../../../src/main/plugins/frames/pageState.ts'
import { rememberGiven } from '../../../src/main/tools/givenTexts.ts'
import { createShelf } from '../knowledge/asking/shelf.ts'
import { saying } from './scriptedProvider.ts'
import { collect, openHistory, send, withoutFiles } from './testHistory.ts'

const caller = { windowId: 1 }

test('a branch keeps bases, passages, plugins, their pages and the sources of what was sent', async () => {
  const database = openHistory()
  const shelf = createShelf({ 'lease.pdf': 'The notice period of the lease is three months.' })
  const asking = createAsking(database, {
    library: shelf,
    readAttached: () => Promise.reject(new Error('Nothing is attached')),
    describe: async (asked) => ({ ...asked, name: asked.modelId, local: false }),
    log: () => undefined,
  })
  await asking.setChat(null, { baseIds: [shelf.baseId], mode: 'always' })
  const { handlers, close } = createChatInHistory(database, {
    lookup: async () => saying('Three months [1].'),
    attachments: {
      assertStored: () => undefined,
      read: withoutFiles.readFile,
      store: withoutFiles.storeFile,
    },
    asking,
    copiers: [
      {
        copyChat: (...given) => copyChatPlugins(database, ...given),
        copyMessage: (...given) => copyPageState(database, ...given),
      },
    ],
    tools: { list: async () => [] },
    instructions: () => null,
    onCreated: () => undefined,
    effort: () => 'auto',
    onUsed: () => undefined,
    onGranted: () => undefined,
    onSpent: () => undefined,
    consent: () => Promise.resolve(true),
    writesTitles: () => false,
    broadcast: () => undefined,
    log: () => undefined,
  })
  rememberGiven(database, { source: 'lawyer.example', text: 'notice period of the lease' })
  const asked = handlers.reply(send('What is the notice period of the lease?'), never(), caller)
  const [started, ...frames] = await collect(asked)
  const finished = frames.at(-1)
  if (started?.type !== 'started' || finished?.type !== 'finished') throw new Error('No answer')
  const { id: fromId } = started.conversation
  const { message: answer } = finished
  setInChat(database, fromId, 'weather', false)
  createPageState(database).write(answer.id, 'call', 'zoom', 3)

  const copy = await handlers.branch({ messageId: answer.id, title: '' }, caller)
  const page = await handlers.messages({ conversationId: copy.id, before: null, limit: 5 }, caller)
  const copied = page.messages.at(-1)
  const id = copied?.id ?? ''
  expect(copied?.citations).toEqual(answer.citations)
  expect(answer.citations).toHaveLength(1)
  expect(asking.citation(id, 1)).toEqual(asking.citation(answer.id, 1))
  expect(await asking.chat(copy.id)).toEqual({ baseIds: [shelf.baseId], mode: 'always' })
  expect(pluginsOff(database, copy.id)).toEqual(new Set(['weather']))
  expect(createPageState(database).read(id, 'call')).toEqual({ zoom: 3 })
  const read = (leafId: string) =>
    earlierSources(database, leafId, withoutFiles.readFile, asking.readIn)
  const sources = await read(id)
  expect(sources.map(({ name }) => name)).toContain('lawyer.example')
  expect(sources).toEqual(await read(answer.id))
  close()
})

function never(): AbortSignal {
  return new AbortController().signal
}
