import { useEffect, useState } from 'react'
import type { SourceState } from '../../../shared/knowledge/knowledge.ts'
import { maxPageLength } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { createSourceReader } from './createSourceReader.ts'
import type { ReadSources, SourceReader } from './createSourceReader.ts'

interface SourcesQuery {
  baseId: string
  /** Only those in this state. */
  state: SourceState['state'] | undefined
  /** Only those whose names contain it. */
  name: string
}

const notRead: ReadSources = { sources: undefined, more: false, failure: undefined }

/** Returns the sources of a base, kept up to date where the user looks. */
export function useSources({ baseId, state, name }: SourcesQuery): {
  read: ReadSources
  reader: SourceReader | undefined
} {
  const [read, setRead] = useState(notRead)
  const [reader, setReader] = useState<SourceReader>()
  useEffect(() => {
    const wanted = name.trim()
    const created = createSourceReader(
      (after) =>
        api.knowledge.sources({
          baseId,
          after,
          limit: maxPageLength,
          ...(state && { state }),
          ...(wanted !== '' && { name: wanted }),
        }),
      setRead,
    )
    setReader(created)
    const unfollow = api.knowledge.changed((changed) => {
      if (changed.baseId === baseId) created.refresh()
    })
    return () => {
      unfollow()
      created.close()
    }
  }, [baseId, state, name])
  return { read, reader }
}
