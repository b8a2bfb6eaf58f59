import { useAtomValue, useSetAtom } from 'jotai'
import { Brush } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { sketchOpenAtom } from './sketchSession.ts'
import { sketchModelsAtom } from './sketchModels.ts'

/** Opens the live sketch, where a service has models for it. */
export function OpenSketch(): ReactNode {
  const { t } = useTranslation()
  const models = useAtomValue(sketchModelsAtom)
  const setOpen = useSetAtom(sketchOpenAtom)
  if (models.length === 0) return null
  return (
    <Button
      size="small"
      variant="quiet"
      icon={<Brush aria-hidden className="size-4" />}
      onClick={() => setOpen(true)}
    >
      {t('media.liveSketch.title')}
    </Button>
  )
}
