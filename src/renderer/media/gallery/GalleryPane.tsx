import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { Images, Trash2 } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { JobStrip } from '../jobs/JobStrip.tsx'
import { NoModels } from '../form/NoModels.tsx'
import { isNewAtom } from '../isNew.ts'
import { mediaJobsAtom } from '../mediaJobs.ts'
import { focusTile, galleryFilterAtom, listedOutputsAtom, readLastAtom } from '../mediaView.ts'
import { eraseOutputs, removeOutputs, restoreOutputs } from './changeOutputs.ts'
import { Gallery } from './Gallery.tsx'
import { GalleryFilters } from './GalleryFilters.tsx'
import { neighbourOf, nothingSelected, selectionAtom } from './selection.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useGallery } from './useGallery.ts'

/** Shows the running jobs, and below them everything that was made. */
export function GalleryPane({ scroller }: { scroller: HTMLElement | null }): ReactNode {
  const { t } = useTranslation()
  const filter = useAtomValue(galleryFilterAtom)
  const [selection, setSelection] = useAtom(selectionAtom)
  const shownFilter = useDeferredValue(filter)
  const { read, reader } = useGallery(shownFilter)
  const [erasing, setErasing] = useState<readonly string[]>([])
  const { entries, more, failure } = read
  const { deleted } = filter
  const isNew = useAtomValue(isNewAtom)
  const jobs = useAtomValue(mediaJobsAtom)
  // Outputs that the filter hides can't stay selected.
  useEffect(() => setSelection(nothingSelected), [shownFilter, setSelection])
  const setListed = useSetAtom(listedOutputsAtom)
  useEffect(() => setListed(entries?.map(({ id }) => id)), [entries, setListed])
  const setReadLast = useSetAtom(readLastAtom)
  useEffect(() => {
    setReadLast(reader && { read: async () => (await reader.readAll())?.id })
  }, [reader, setReadLast])
  const onDelete = (ids: readonly string[]): void => {
    if (deleted) setErasing(ids)
    else gone(ids, removeOutputs)
  }
  const gone = (ids: readonly string[], remove: (ids: readonly string[]) => void): void => {
    focusTile(neighbourOf(entries ?? [], new Set(ids)))
    remove(ids)
  }
  if (isNew) {
    return (
      <div className="grid h-full place-items-center">
        <NoModels />
      </div>
    )
  }
  return (
    <div className="space-y-4 px-5 py-5 md:px-8">
      {!deleted && <JobStrip jobs={jobs} />}
      <GalleryFilters />
      {deleted && <p className="text-sm text-muted">{t('media.gallery.binHint')}</p>}
      {selection.ids.size > 0 && (
        <SelectionBar
          deleted={deleted}
          outputs={entries ?? []}
          onDelete={onDelete}
          onRestore={(ids) => gone(ids, restoreOutputs)}
        />
      )}
      {failure && (
        <ErrorAlert
          error={failure.error}
          since={failure.at}
          onAction={() => reader?.readMore()}
          offered={['retry']}
        />
      )}
      {!entries && !failure && <Skeleton className="h-48 w-full" />}
      {entries?.length === 0 && <Nothing />}
      {entries && entries.length > 0 && (
        <Gallery
          outputs={entries}
          more={more}
          onMore={() => reader?.readMore()}
          readLast={async () => (await reader?.readAll())?.id}
          onDelete={onDelete}
          scroller={scroller}
        />
      )}
      <ConfirmDialog
        open={erasing.length > 0}
        onOpenChange={(open) => !open && setErasing([])}
        title={t('media.gallery.erase', { count: erasing.length })}
        description={t('media.gallery.eraseHint')}
        confirmLabel={t('media.viewer.deleteForGood')}
        cancelLabel={t('app.cancel')}
        onConfirm={() => gone(erasing, eraseOutputs)}
      />
    </div>
  )
}

/** Says why the gallery is empty. */
function Nothing(): ReactNode {
  const { t } = useTranslation()
  const { deleted, kind, model, favourites, fromChats, text } = useAtomValue(galleryFilterAtom)
  if (kind !== null || model !== null || favourites || fromChats || text.trim() !== '') {
    return <EmptyState icon={Images} title={t('media.gallery.none')} />
  }
  if (deleted) return <EmptyState icon={Trash2} title={t('media.gallery.emptyBin')} />
  return (
    <EmptyState
      icon={Images}
      title={t('media.gallery.empty')}
      description={t('media.gallery.emptyHint')}
    />
  )
}
