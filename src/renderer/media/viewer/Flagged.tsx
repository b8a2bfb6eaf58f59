import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'

interface FlaggedProps {
  /** Price as text. */
  price?: string
  onShow: () => void
}

/** Stands in place of what a service has flagged until the user wants to see it. */
export function Flagged({ price, onShow }: FlaggedProps): ReactNode {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={EyeOff}
      title={t('media.flagged.title')}
      description={
        <>
          {t('media.flagged.description')}
          {price !== undefined && <span className="block tabular-nums">{price}</span>}
        </>
      }
      action={<Button onClick={onShow}>{t('media.flagged.show')}</Button>}
    />
  )
}
