import { useAtom } from 'jotai'
import { Heart, MessagesSquare, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxQueryLength } from '../../../shared/limits.ts'
import { Chip } from '../../ui/layout/Chip.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { kindsInOrder } from '../kindsInOrder.ts'
import { galleryFilterAtom } from '../mediaView.ts'
import { ModelFilter } from './ModelFilter.tsx'

/** Chooses what the gallery shows. */
export function GalleryFilters(): ReactNode {
  const { t } = useTranslation()
  const [filter, setFilter] = useAtom(galleryFilterAtom)
  const { kind, favourites, fromChats, deleted, text } = filter
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-48 flex-1">
        <SearchField
          label={t('media.gallery.search')}
          clearLabel={t('media.gallery.clearSearch')}
          maxLength={maxQueryLength}
          query={text}
          onQueryChange={(query) => setFilter({ ...filter, text: query })}
          className="bg-sunken"
        />
      </div>
      <div role="group" aria-label={t('media.kinds.title')} className="flex flex-wrap gap-1.5">
        {([null, ...kindsInOrder] as const).map((each) => (
          <Chip
            key={each ?? 'all'}
            size="field"
            pressed={kind === each}
            onClick={() => setFilter({ ...filter, kind: each })}
          >
            {t(`media.kinds.${each ?? 'all'}`)}
          </Chip>
        ))}
      </div>
      <ModelFilter />
      <Chip
        size="field"
        pressed={favourites}
        onClick={() => setFilter({ ...filter, favourites: !favourites })}
      >
        <Heart aria-hidden className="size-3.5" />
        {t('media.gallery.favourites')}
      </Chip>
      <Chip
        size="field"
        pressed={fromChats}
        onClick={() => setFilter({ ...filter, fromChats: !fromChats })}
      >
        <MessagesSquare aria-hidden className="size-3.5" />
        {t('media.gallery.fromChats')}
      </Chip>
      <Chip
        size="field"
        pressed={deleted}
        onClick={() => setFilter({ ...filter, deleted: !deleted })}
      >
        <Trash2 aria-hidden className="size-3.5" />
        {t('media.gallery.bin')}
      </Chip>
    </div>
  )
}
