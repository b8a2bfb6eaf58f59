import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { showToast } from '../ui/layers/Toast.tsx'

/** The button that writes a set to a file. */
export function SaveSet({ id }: { id: string }): ReactNode {
  const { t } = useTranslation()
  const saving = useTask()
  const save = (): void =>
    void saving.run(async () => {
      const { saved } = await api.fineTuning.save({ id })
      if (saved) showToast(t('fineTuning.saved'))
    })
  return (
    <>
      <Button busy={saving.running} onClick={save}>
        {t('fineTuning.save')}
      </Button>
      {saving.failure && <ErrorAlert error={saving.failure.error} since={saving.failure.at} />}
    </>
  )
}
