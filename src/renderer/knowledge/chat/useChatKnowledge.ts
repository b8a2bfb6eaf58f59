import { useAtom } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Base, ChatKnowledge } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { chatBasesRevisionAtom } from './chatBasesRevision.ts'

interface ChatChoice {
  /** Undefined until main's first answer. */
  chosen: ChatKnowledge | undefined
  choose: (chosen: ChatKnowledge) => void
  failure: { error: WireError; at: number } | undefined
}

/** Returns the bases that a chat asks, and how; they follow what bases there are. */
export function useChatKnowledge(
  conversationId: string | null,
  bases: readonly Base[] | undefined,
): ChatChoice {
  const [chosen, setChosen] = useState<ChatKnowledge>()
  const [failure, setFailure] = useState<ChatChoice['failure']>()
  const fail = (error: unknown): void => setFailure({ error: toWire(error), at: Date.now() })
  const load = useCallback(async () => {
    setChosen(await api.knowledge.chat({ conversationId }))
    setFailure(undefined)
  }, [conversationId])
  const [revision, setRevision] = useAtom(chatBasesRevisionAtom)
  const ids = bases?.map(({ id }) => id).join(' ')
  useEffect(() => {
    load().catch(fail)
  }, [load, ids, revision])
  const choose = (next: ChatKnowledge): void => {
    setChosen(next)
    api.knowledge.setChat({ conversationId, ...next }).then(
      () => setRevision((count) => count + 1),
      (error: unknown) => {
        fail(error)
        // The switch shows again what main has.
        load().catch(fail)
      },
    )
  }
  return { chosen, choose, failure }
}
