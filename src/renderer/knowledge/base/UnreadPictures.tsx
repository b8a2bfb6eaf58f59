import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { putBase } from '../bases.ts'
import { knowledgeViewAtom } from '../knowledgeView.ts'
import { PictureDialog } from './PictureDialog.tsx'

/** Says how many pictures of a base nobody has read, and offers to have them read. */
export function UnreadPictures({ base }: { base: Base }): ReactNode {
  const { t } = useTranslation()
  const setView = useSetAtom(knowledgeViewAtom)
  const [asked, setAsked] = useState<ModelReference>()
  const { id: baseId, unreadPictures, pictureReader, counts } = base
  const isReading = pictureReader !== null && counts.waiting + counts.reading > 0
  if (unreadPictures === 0 || isReading) return null
  const readAll = async (chosen: ModelReference): Promise<void> =>
    putBase(await api.knowledge.setPictureReader({ baseId, pictureReader: chosen }))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-sunken px-3.5 py-2.5 text-sm forced-colors:border">
      <p className="min-w-40 flex-1 text-pretty">
        {t('knowledge.pictures.unread', { count: unreadPictures })}
      </p>
      <Button
        size="small"
        onClick={() => {
          if (pictureReader) setAsked(pictureReader)
          else setView({ baseId, tab: 'settings' })
        }}
      >
        {t('knowledge.pictures.read')}
      </Button>
      <PictureDialog
        base={base}
        pictureReader={asked}
        onClose={() => setAsked(undefined)}
        onConfirm={(chosen) => attempt(readAll(chosen))}
      />
    </div>
  )
}
