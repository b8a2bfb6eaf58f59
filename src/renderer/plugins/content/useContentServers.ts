import { useEffect, useState } from 'react'
import type { ContentServer } from '../../../shared/plugins/pluginContent.ts'
import { api } from '../../core/bridge.ts'

/**
 * Returns the servers that are on in a chat, as they are when `isWanted` becomes true; none before.
 * `installed` only says that they may have changed.
 */
export function useContentServers(
  conversationId: string | null,
  isWanted: boolean,
  installed?: unknown,
): readonly ContentServer[] {
  const [servers, setServers] = useState<readonly ContentServer[]>(none)
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    api.pluginContent.servers({ conversationId }).then(
      (found) => {
        if (isCurrent) setServers(found)
      },
      // The list of plugins shows what is wrong with them.
      () => undefined,
    )
    return () => {
      isCurrent = false
      setServers(none)
    }
  }, [conversationId, isWanted, installed])
  return servers
}

const none: readonly ContentServer[] = []
