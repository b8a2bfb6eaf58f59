import { useEffect, useState } from 'react'
import type { MediaOutput } from '../../../shared/media/media.ts'
import { api } from '../../core/bridge.ts'
import type { GalleryFilter } from '../mediaView.ts'
import { createPageReader } from './createPageReader.ts'
import type { PageReader, ReadPages } from './createPageReader.ts'

const notRead: ReadPages<MediaOutput> = { entries: undefined, more: false, failure: undefined }

/** The rows of a page: some screens of pictures. */
const pageLength = 120

/** Returns the outputs that a filter leaves, the newest first, kept up to date. */
export function useGallery(filter: GalleryFilter): {
  read: ReadPages<MediaOutput>
  reader: PageReader<MediaOutput> | undefined
} {
  const [read, setRead] = useState(notRead)
  const [reader, setReader] = useState<PageReader<MediaOutput>>()
  const { kind, model, favourites, fromChats, deleted, text } = filter
  useEffect(() => {
    const fits = (output: MediaOutput): boolean =>
      (output.deletedAt !== null) === deleted && (!favourites || output.favourite)
    const created = createPageReader<MediaOutput>(async (after) => {
      const page = await api.media.outputs({
        filter: { kind, model, favourites, fromChats, deleted, text: text.trim() },
        before: after && { createdAt: after.createdAt, id: after.id },
        limit: pageLength,
      })
      return { entries: page.outputs, more: page.next !== null }
    }, setRead)
    setReader(created)
    /**
     * Outputs that were listed and no longer fit the filter; they are listed again if they return.
     */
    const gone = new Set<string>()
    const unfollow = [
      api.media.outputsChanged((changed) => {
        const newer = new Map(changed.map((output) => [output.id, output]))
        created.change((entry) => {
          const output = newer.get(entry.id) ?? entry
          if (fits(output)) return output
          gone.add(entry.id)
          return undefined
        })
        for (const output of changed) {
          if (fits(output) && gone.delete(output.id)) created.putBack(output, isNewer)
        }
        created.refresh()
      }),
      api.media.outputsErased(({ ids }) => {
        const erased = new Set(ids)
        created.change((entry) => (erased.has(entry.id) ? undefined : entry))
      }),
    ]
    return () => {
      for (const stop of unfollow) stop()
      created.close()
    }
  }, [kind, model, favourites, fromChats, deleted, text])
  return { read, reader }
}

/** The gallery's order: the newest first, by id where the time is the same. */
function isNewer(one: MediaOutput, other: MediaOutput): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt
  return one.id > other.id
}
