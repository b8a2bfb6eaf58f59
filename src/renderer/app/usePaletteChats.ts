import { useEffect, useState } from 'react'
import type { Conversation } from '../../shared/chat/chat.ts'
import { api } from '../core/bridge.ts'

export interface PaletteChat {
  conversation: Conversation
  /** The id of the found message, with the text around the match; null if the title matches. */
  messageId: string | null
  excerpt?: string
}

const recentChats = 5
const foundChats = 8
const pauseMilliseconds = 120

/** Returns the most recent chats, or those that match; undefined before the first answer. */
export function usePaletteChats(query: string): readonly PaletteChat[] | undefined {
  const [chats, setChats] = useState<readonly PaletteChat[]>()
  const wanted = query.trim()
  useEffect(() => {
    let current = true
    const timer = setTimeout(
      () => {
        void findChats(wanted)
          .catch((): PaletteChat[] => [])
          .then((found) => {
            if (current) setChats(found)
          })
      },
      wanted === '' ? 0 : pauseMilliseconds,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [wanted])
  return chats
}

async function findChats(query: string): Promise<PaletteChat[]> {
  if (query === '') {
    const recent = await api.chat.list({ before: null, limit: recentChats })
    return recent.map((conversation) => ({ conversation, messageId: null }))
  }
  const hits = await api.chat.search({ query: query.slice(0, 500), limit: foundChats })
  const seen = new Set<string>()
  return hits
    .filter(({ conversation }) => !seen.has(conversation.id) && seen.add(conversation.id))
    .map(({ conversation, excerpt, messageId }) =>
      messageId === null ? { conversation, messageId } : { conversation, messageId, excerpt },
    )
}
