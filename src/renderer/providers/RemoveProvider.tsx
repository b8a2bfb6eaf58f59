import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'

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
      <IconButton
        label={t('providers.remove.button', { name })}
        icon={<Trash2 aria-hidden className="size-4" />}
        size="small"
        onClick={() => setAsking(true)}
      />
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
