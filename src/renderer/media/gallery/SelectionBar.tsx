import { useAtom, useSetAtom } from 'jotai'
import { Columns2, Heart, RotateCcw, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaOutput } from '../../../shared/media/media.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { comparedAtom, focusTile } from '../mediaView.ts'
import { SaveMenu } from '../viewer/SaveMenu.tsx'
import { setFavourite } from './changeOutputs.ts'
import { nothingSelected, selectionAtom } from './selection.ts'

interface SelectionBarProps {
  outputs: readonly MediaOutput[]
  /** Whether they lie in the bin. */
  deleted: boolean
  onDelete: (ids: readonly string[]) => void
  onRestore: (ids: readonly string[]) => void
}

/** Offers what can be done with the selected outputs. */
export function SelectionBar({
  outputs,
  deleted,
  onDelete,
  onRestore,
}: SelectionBarProps): ReactNode {
  const { t } = useTranslation()
  const [{ ids }, setSelection] = useAtom(selectionAtom)
  const compare = useSetAtom(comparedAtom)
  const chosen = outputs.filter(({ id }) => ids.has(id))
  const all = [...ids]
  const [first, second] = chosen.filter(({ kind }) => kind === 'image')
  const areFavourites = chosen.every(({ favourite }) => favourite)
  return (
    <div
      role="toolbar"
      aria-label={t('media.gallery.selection')}
      className="sticky top-0 z-10 flex flex-wrap items-center gap-2 rounded-xl bg-raised px-3.5 py-2 shadow-popup"
    >
      <p role="status" className="min-w-24 flex-1 text-sm">
        {t('media.gallery.selectedCount', { count: ids.size })}
      </p>
      {chosen.length === 2 && first && second && (
        <Button
          size="small"
          icon={<Columns2 aria-hidden className="size-4" />}
          onClick={() => compare([second.id, first.id])}
        >
          {t('media.compare.title')}
        </Button>
      )}
      {deleted ? (
        <Button
          size="small"
          icon={<RotateCcw aria-hidden className="size-4" />}
          onClick={() => onRestore(all)}
        >
          {t('media.viewer.restore')}
        </Button>
      ) : (
        <Button
          size="small"
          aria-pressed={areFavourites}
          icon={<Heart aria-hidden className="size-4" />}
          onClick={() => setFavourite(all, !areFavourites)}
        >
          {t('media.viewer.favourite')}
        </Button>
      )}
      <Button
        size="small"
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => onDelete(all)}
      >
        {t(deleted ? 'media.viewer.deleteForGood' : 'media.viewer.delete')}
      </Button>
      {!deleted && <SaveMenu ids={all} outputs={chosen} />}
      <IconButton
        size="small"
        label={t('media.gallery.unselect')}
        icon={<X aria-hidden className="size-4" />}
        onClick={() => {
          focusTile(all.at(-1))
          setSelection(nothingSelected)
        }}
      />
    </div>
  )
}
