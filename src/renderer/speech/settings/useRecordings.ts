import { useEffect, useState } from 'react'
import type { Recording } from '../../../shared/speech/speech.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'

interface RecordingPages {
  /** Newest first; undefined until the first page has arrived. */
  recordings: readonly Recording[] | undefined
  hasMore: boolean
  loadMore: () => void
  forgetAll: () => void
}

const pageLength = 30

/** Returns the history of recordings, kept up to date. */
export function useRecordings(): RecordingPages {
  const [recordings, setRecordings] = useState<readonly Recording[]>()
  const [hasMore, setMore] = useState(false)
  const load = async (before: string | null): Promise<void> => {
    const page = await api.speech.list({ before, limit: pageLength })
    setMore(page.length === pageLength)
    setRecordings((known = []) => {
      if (before === null) return page
      const ids = new Set(known.map(({ id }) => id))
      return [...known, ...page.filter(({ id }) => !ids.has(id))]
    })
  }
  useEffect(() => {
    attempt(load(null))
    const unfollow = [
      api.speech.recordingChanged((changed) => setRecordings((known) => put(known, changed))),
      api.speech.recordingRemoved((removed) =>
        setRecordings((known) => known?.filter(({ id }) => id !== removed.id)),
      ),
    ]
    return () => {
      for (const end of unfollow) end()
    }
  }, [])
  return {
    recordings,
    hasMore,
    loadMore: () => attempt(load(recordings?.at(-1)?.id ?? null)),
    forgetAll: () => attempt(api.speech.clear({}).then(() => load(null))),
  }
}

function put(
  known: readonly Recording[] | undefined,
  changed: Recording,
): readonly Recording[] | undefined {
  if (!known) return known
  const at = known.findIndex(({ id }) => id === changed.id)
  if (at >= 0) return known.with(at, changed)
  const isNewest = changed.createdAt >= (known[0]?.createdAt ?? 0)
  return isNewest ? [changed, ...known] : known
}
