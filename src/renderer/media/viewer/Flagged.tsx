import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Facts } from '../../ui/Facts.tsx'

interface FlaggedProps {
  /** What it has cost, in words. */
  price?: string
  onShow: () => void
}

/** Stands in place of what a service has flagged until the user wants to see it. */
export function Flagged({ price, onShow }: FlaggedProps): ReactNode {
  const { t } = useTranslation()
  const facts = [t('media.flagged.description'), ...(price === undefined ? [] : [price])]
  return (
    <EmptyState
      icon={EyeOff}
      title={t('media.flagged.title')}
      description={<Facts facts={facts} />}
      action={<Button onClick={onShow}>{t('media.flagged.show')}</Button>}
    />
  )
}
