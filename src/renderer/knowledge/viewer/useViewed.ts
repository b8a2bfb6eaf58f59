import { useEffect, useState } from 'react'
import type { WireError } from '../../../shared/errors.ts'
import { toWire } from '../../../shared/errors.ts'
import type { Located } from '../../../shared/knowledge/passagePlace.ts'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import type { Viewed } from './openPassage.ts'

export interface OpenDocument {
  source: Source
  /** Current place of the passage; `undefined` if no passage is cited. */
  located: Located | undefined
}

interface ViewedState {
  /** Undefined until main's first answer. */
  opened: OpenDocument | undefined
  failure: { error: WireError; at: number } | undefined
  reload: () => void
}

/** Returns the document that is shown and where its passage is, again whenever it changes. */
export function useViewed(viewed: Viewed): ViewedState {
  const [opened, setOpened] = useState<OpenDocument>()
  const [failure, setFailure] = useState<ViewedState['failure']>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let current = true
    const load = (): void => {
      openDocument(viewed).then(
        (found) => {
          if (!current) return
          // An equal one would show the passage again, wherever the user is by then.
          setOpened((known) => (isEqual(known, found) ? known : found))
          setFailure(undefined)
        },
        (error: unknown) => current && setFailure({ error: toWire(error), at: Date.now() }),
      )
    }
    load()
    const unfollow = api.knowledge.changed(({ baseId }) => {
      if (baseId === viewed.baseId) load()
    })
    return () => {
      current = false
      unfollow()
    }
  }, [viewed, tries])
  return { opened, failure, reload: () => setTries((count) => count + 1) }
}

async function openDocument({ baseId, sourceId, cited }: Viewed): Promise<OpenDocument> {
  const [source, located] = await Promise.all([
    api.knowledge.source({ baseId, sourceId }),
    cited ? api.knowledge.locate(cited) : undefined,
  ])
  return { source, located }
}

function isEqual(first: OpenDocument | undefined, second: OpenDocument): boolean {
  return JSON.stringify(first) === JSON.stringify(second)
}
