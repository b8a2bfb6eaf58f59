import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../../shared/providers.ts'
import { errorText } from '../../core/errorText.ts'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { useUpdate } from '../useUpdate.ts'
import { checkText } from './checkText.ts'
import { modelIdsIn } from './modelIdsIn.ts'
import { useModelChecks } from './useModelChecks.ts'

/**
 * Edits models that the service does not list, one per line; leaving the field saves them and asks
 * the service for the new ones.
 */
export function ExtraModels({ provider }: { provider: ProviderState }): ReactNode {
  const { t, i18n } = useTranslation()
  const { task, update } = useUpdate(provider.id)
  const saved = provider.extraModels.join('\n')
  const [draft, setDraft] = useState<string>()
  const { checks, ask } = useModelChecks(provider.id)
  const save = async (): Promise<void> => {
    if (draft === undefined) return
    const extraModels = modelIdsIn(draft)
    const isOver = extraModels.join('\n') === saved || (await update({ extraModels }))
    if (!isOver) return
    ask(extraModels.filter((id) => !provider.extraModels.includes(id)))
    setDraft((known) => (known === draft ? undefined : known))
  }
  const shown = [...checks].filter(([modelId]) => provider.extraModels.includes(modelId))
  return (
    <div className="flex flex-col gap-1.5">
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
      <div role="status" className="flex flex-col gap-1 text-xs text-muted empty:hidden">
        {shown.map(([modelId, check]) => (
          <p key={modelId}>
            {checkText({ modelId, provider: provider.name, check }, t, i18n.language)}
          </p>
        ))}
      </div>
    </div>
  )
}
