import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../../shared/providers.ts'
import { errorText } from '../../core/errorText.ts'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { useUpdate } from '../useUpdate.ts'
import { modelIdsIn } from './modelIdsIn.ts'

/** Edits models that the service does not list, one per line; leaving the field saves them. */
export function ExtraModels({ provider }: { provider: ProviderState }): ReactNode {
  const { t } = useTranslation()
  const { task, update } = useUpdate(provider.id)
  const saved = provider.extraModels.join('\n')
  const [draft, setDraft] = useState<string>()
  const save = async (): Promise<void> => {
    if (draft === undefined) return
    const extraModels = modelIdsIn(draft)
    const isOver = extraModels.join('\n') === saved || (await update({ extraModels }))
    if (isOver) setDraft((known) => (known === draft ? undefined : known))
  }
  return (
    <TextArea
      label={t('providers.options.models.title')}
      hint={t('providers.options.models.hint')}
      error={task.failure && errorText(t, task.failure.error).sentence}
      dir="ltr"
      data-field="extraModels"
      value={draft ?? saved}
      onChange={(event) => {
        setDraft(event.target.value)
        task.clear()
      }}
      onBlur={() => void save()}
    />
  )
}
