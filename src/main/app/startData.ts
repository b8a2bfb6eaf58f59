import type { Conversation } from '../../shared/chat/chat.ts'
import type { ChatSort } from '../../shared/chat/chatList.ts'
import type { Folder } from '../../shared/folders.ts'
import { contract, type Contract } from '../../shared/ipc/contract.ts'
import type { Handlers } from '../../shared/ipc/define.ts'
import type { Locale } from '../../shared/languages.ts'
import { listedAtOnce, maxPinnedChats } from '../../shared/limits.ts'
import { startDataId, type StartData, type StartOrder } from '../../shared/startData.ts'
import { parseOnce } from '../../shared/parseOnce.ts'

type StartHandlers = Partial<Pick<Handlers<Contract>, 'app' | 'chat' | 'folders' | 'settings'>> & {
  providers?: Pick<Handlers<Contract>['providers'], 'list'> | undefined
}

/** The texts of the first paint, by language. The page has the same list of keys. */
const firstTexts = import.meta.glob<object>('../../renderer/locales/*.json', {
  query: '?keys=app,attachments,chat,errors,markdown,providers',
  import: 'default',
})

const firstPage = { before: null, limit: listedAtOnce }

/** Nobody called: the data is for the page that is being served. */
const caller = { windowId: 0 }

/** Returns what the page's first calls would return; undefined if they would fail. */
export async function readStartData(
  handlers: StartHandlers,
  locale: Locale,
): Promise<StartData | undefined> {
  const info = await handlers.app?.info({}, caller)
  const tree = await firstTexts[`../../renderer/locales/${locale}.json`]?.()
  if (!info || !tree) return undefined
  const preferences = await handlers.settings?.get({}, caller)
  const [providers, conversations, order] = await Promise.all([
    orNull(async () =>
      parseOnce(contract.providers.list.output, await handlers.providers?.list({}, caller)),
    ),
    orNull(async () =>
      parseOnce(contract.chat.list.output, await handlers.chat?.list(firstPage, caller)),
    ),
    orNull(() => readOrder(handlers, preferences?.chats.sort ?? 'used')),
  ])
  return {
    info: parseOnce(contract.app.info.output, info),
    preferences: preferences ? parseOnce(contract.settings.get.output, preferences) : null,
    texts: { locale, tree },
    providers,
    conversations,
    order,
  }
}

/** Reads folders and pins and, if there are any or the order is another, what is in no folder. */
async function readOrder(handlers: StartHandlers, sort: ChatSort): Promise<StartOrder> {
  const { chat } = contract
  const pinnedPage = { before: null, limit: maxPinnedChats, place: 'pinned' as const }
  const [folders, pinned] = await Promise.all([
    handlers.folders?.list({}, caller),
    handlers.chat?.list(pinnedPage, caller),
  ])
  const read = {
    folders: parseOnce(contract.folders.list.output, folders),
    pinned: parseOnce(chat.list.output, pinned),
  }
  if (read.folders.length + read.pinned.length === 0 && sort === 'used') {
    return { ...read, loose: null, opened: [] }
  }
  const readPlace = async (place: string): Promise<Conversation[]> => {
    const page = await handlers.chat?.list({ ...firstPage, sort, place }, caller)
    return parseOnce(chat.list.output, page)
  }
  return {
    ...read,
    loose: await readPlace('loose'),
    opened: await readOpened(read.folders, readPlace),
  }
}

/** Reads open folders in the order of the list until their rows fill a page. */
async function readOpened(
  folders: readonly Folder[],
  readPlace: (folderId: string) => Promise<Conversation[]>,
): Promise<StartOrder['opened']> {
  const opened: StartOrder['opened'] = []
  let rows = 0
  async function readIn(parentId: string | null): Promise<void> {
    for (const { id, isOpen } of folders.filter((folder) => folder.parentId === parentId)) {
      if (rows >= listedAtOnce) return
      rows += 1
      if (!isOpen) continue
      await readIn(id)
      if (rows >= listedAtOnce) return
      const conversations = await readPlace(id)
      opened.push({ folderId: id, conversations })
      rows += conversations.length
    }
  }
  await readIn(null)
  return opened
}

/** Returns null instead of a failure, which the page shows when it asks itself. */
function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  return read().catch(() => null)
}

/** Writes the data into the page's HTML, as JSON that can't end its element. */
export function withStartData(html: string, data: StartData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const element = `<script type="application/json" id="${startDataId}">${json}</script>`
  return html.replace('</head>', () => `${element}</head>`)
}
