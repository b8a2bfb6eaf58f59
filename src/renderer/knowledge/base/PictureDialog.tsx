import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Base } from '../../../shared/knowledge/knowledge.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { CostDialog } from './CostDialog.tsx'
import { useModelPlace } from './useModelPlace.ts'

interface PictureDialogProps {
  base: Base
  /** The model to ask about; undefined for none. */
  pictureReader: ModelReference | undefined
  onClose: () => void
  onConfirm: (pictureReader: ModelReference) => void
}

/** Says who gets the pictures of a base and what it costs to have them read, before it begins. */
export function PictureDialog(props: PictureDialogProps): ReactNode {
  const { base, pictureReader, onClose, onConfirm } = props
  const { t } = useTranslation()
  const place = useModelPlace('chat', pictureReader ?? null)
  const estimate = useCallback(
    async () =>
      pictureReader
        ? api.knowledge.estimatePictures({ baseId: base.id, pictureReader })
        : { tokens: 0, dollars: null },
    [base.id, pictureReader],
  )
  return (
    <CostDialog
      estimate={pictureReader && estimate}
      title={t('knowledge.pictures.title', { name: base.name })}
      description={t(`knowledge.pictures.${place.local ? 'sendsNothing' : 'sends'}`, {
        amount: base.unreadPictures,
        provider: place.provider,
      })}
      confirmLabel={t('knowledge.pictures.confirm')}
      onClose={onClose}
      onConfirm={() => pictureReader && onConfirm(pictureReader)}
    />
  )
}
