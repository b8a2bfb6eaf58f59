import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/controls/Button.tsx'
import { ConfirmDialog } from '../ui/layers/ConfirmDialog.tsx'

interface RemoveProviderProps {
  /** The provider's name. */
  name: string
  onRemove: () => void
}

export function RemoveProvider({ name, onRemove }: RemoveProviderProps): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<Trash2 aria-hidden className="size-4 shrink-0" />}
        className="flush-end max-w-full text-muted"
        onClick={() => setAsking(true)}
      >
        <span className="truncate">{t('providers.remove.button', { name })}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('providers.remove.title', { name })}
        description={t('providers.remove.description')}
        confirmLabel={t('providers.remove.confirm')}
        cancelLabel={t('app.cancel')}
        onConfirm={onRemove}
      />
    </>
  )
}
