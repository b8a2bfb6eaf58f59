import type { TrashedChat } from '../../../shared/chat/chat.ts'
import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import { listedAtOnce } from '../../../shared/limits.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import { api } from '../../core/bridge.ts'

export interface Trash {
  /** The last removed first; undefined until the first page is read. */
  chats: readonly TrashedChat[] | undefined
  /** Whether more can be read. */
  more: boolean
  error: WireError | undefined
}

export interface TrashReader {
  readMore: () => void
  stop: () => void
}

/** Reads the trash page by page into `show`, and follows what is moved in, taken out and deleted. */
export function createTrashReader(show: (trash: Trash) => void): TrashReader {
  const inTurn = createSerialQueue()
  let trash: Trash = { chats: undefined, more: true, error: undefined }

  function change(changed: Partial<Trash>): void {
    trash = { ...trash, ...changed }
    show(trash)
  }

  async function readPage(isFirst: boolean): Promise<void> {
    const { chats: known = [], more } = trash
    const before = isFirst ? null : (known.at(-1)?.id ?? null)
    try {
      const page = await api.chat.trash({ before, limit: listedAtOnce })
      const chats = isFirst ? join(page, known) : join(known, page)
      change({ chats, more: more && page.length === listedAtOnce, error: undefined })
    } catch (error) {
      change({ error: toWire(error) })
    }
  }

  // After the reads before it, which may have seen the chat still there.
  function drop(isGone: (id: string) => boolean): void {
    void inTurn(() => {
      const left = trash.chats?.filter(({ id }) => !isGone(id))
      // A running answer changes its chat often, which is hardly ever one of these.
      if (left && left.length !== trash.chats?.length) change({ chats: left })
    })
  }

  const readFirst = (): void => void inTurn(() => readPage(true))
  const stops = [
    api.chat.conversationRemoved(readFirst),
    api.chat.conversationChanged(({ id: changed }) => drop((id) => id === changed)),
    api.chat.conversationsErased(({ ids }) => drop((id) => ids === null || ids.includes(id))),
  ]
  readFirst()
  return {
    readMore: () => void inTurn(() => readPage(false)),
    stop: () => stops.forEach((stop) => stop()),
  }
}

function join(first: readonly TrashedChat[], second: readonly TrashedChat[]): TrashedChat[] {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...second.filter(({ id }) => !ids.has(id))]
}
