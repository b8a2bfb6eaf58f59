import { useCallback, useEffect, useState } from 'react'
import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { ChatPlugin, InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { chatPluginsRevisionAtom } from './chatPluginsRevision.ts'

interface ChatPlugins {
  /** Undefined until main's first answer. */
  plugins: readonly ChatPlugin[] | undefined
  setOn: (pluginId: string, on: boolean) => void
  failure: { error: WireError; at: number } | undefined
}

/** Returns the plugins of a chat and what each costs; they follow what is installed. */
export function useChatPlugins(
  conversationId: string | null,
  installed: readonly InstalledPlugin[] | undefined,
): ChatPlugins {
  const [plugins, setPlugins] = useState<readonly ChatPlugin[]>()
  const [failure, setFailure] = useState<ChatPlugins['failure']>()
  const fail = (error: unknown): void => setFailure({ error: toWire(error), at: Date.now() })
  const load = useCallback(async () => {
    setPlugins(await api.plugins.ofChat({ conversationId }))
    setFailure(undefined)
  }, [conversationId])
  useEffect(() => {
    load().catch(fail)
  }, [load, installed])
  const setOn = (id: string, on: boolean): void => {
    setPlugins((known) => known?.map((one) => (one.id === id ? { ...one, on } : one)))
    api.plugins.setInChat({ conversationId, id, on }).then(
      () => store.set(chatPluginsRevisionAtom, (count) => count + 1),
      (error: unknown) => {
        fail(error)
        // The switch shows again what main has.
        load().catch(fail)
      },
    )
  }
  return { plugins, setOn, failure }
}
