import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedFormat } from '../../shared/batches/batches.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Switch } from '../ui/controls/Switch.tsx'
import { FieldRow } from '../ui/forms/FieldRow.tsx'
import { formatNumber } from '../ui/formatAmount.ts'
import { showToast } from '../ui/layers/Toast.tsx'

/** Saves a table with its answers to a file of the user's choice. */
export function SaveTable({ id }: { id: string }): ReactNode {
  const { t, i18n } = useTranslation()
  const [guard, setGuard] = useState(true)
  const saving = useTask()
  const save = (format: SavedFormat): void =>
    void saving.run(async () => {
      const { saved, guarded } = await api.batches.save({ id, format, guard })
      if (!saved) return
      const values = formatNumber(i18n.language, guarded)
      const description = guarded > 0 && t('batches.guard.done', { values })
      showToast(t('batches.saved'), description ? { description } : {})
    })
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <Button busy={saving.running} onClick={() => save('csv')}>
          {t('batches.saveCsv')}
        </Button>
        <Button busy={saving.running} onClick={() => save('xlsx')}>
          {t('batches.saveXlsx')}
        </Button>
        <Button busy={saving.running} onClick={() => save('jsonl')}>
          {t('batches.saveJsonl')}
        </Button>
      </div>
      <FieldRow label={t('batches.guard.title')} hint={t('batches.guard.hint')}>
        <Switch
          label={t('batches.guard.title')}
          labelHidden
          checked={guard}
          onCheckedChange={setGuard}
        />
      </FieldRow>
      {saving.failure && <ErrorAlert error={saving.failure.error} since={saving.failure.at} />}
    </div>
  )
}
