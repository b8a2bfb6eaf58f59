import { useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import { useContentServers } from '../../plugins/content/useContentServers.ts'
import { useServerPrompts } from '../../plugins/content/useServerPrompts.ts'
import { installedPluginsAtom, loadPlugins } from '../../plugins/installedPlugins.ts'
import type { ListFailure } from '../../core/records/createRecordList.ts'
import { promptList } from '../prompts.ts'
import { rankOffers, type Offer } from './offeredPrompts.ts'

interface Offers extends Omit<ReturnType<typeof useServerPrompts>, 'prompts'> {
  shown: readonly Offer[]
  /** Why the user's own prompts are missing. */
  ownFailure: ListFailure | undefined
}

/**
 * Returns the prompts of the library and of the chat's servers that match the query; undefined asks
 * for none, and then no server is asked either.
 */
export function useOffers(conversationId: string | null, query: string | undefined): Offers {
  const isAsked = query !== undefined
  const own = useAtomValue(promptList.recordsAtom)
  const ownFailure = useAtomValue(promptList.failureAtom)
  const installed = useAtomValue(installedPluginsAtom)
  useEffect(() => void loadPlugins(), [])
  const hasServers = (installed ?? []).some(
    ({ enabled, sheet }) => enabled && sheet.format === 'mcp',
  )
  const needsOwn = !own || (isAsked && ownFailure !== undefined)
  useEffect(() => {
    // Before the first slash: Enter right after a command would send it before the list is there.
    if (needsOwn) void promptList.load()
    // Only a new slash asks again after a failure.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsked])
  const known = useContentServers(conversationId, isAsked && hasServers, installed)
  const servers = useMemo(() => known.filter(({ prompts }) => prompts), [known])
  const { prompts, ...state } = useServerPrompts(servers)
  const shown = useMemo(
    () => (isAsked ? rankOffers(own ?? [], prompts, query) : []),
    [own, prompts, isAsked, query],
  )
  return { shown, ...state, ownFailure }
}
