import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalOptions as Options, ProviderState } from '../../../shared/providers.ts'
import { errorText } from '../../core/errorText.ts'
import { SavedTextField } from '../../ui/controls/SavedTextField.tsx'
import { useUpdate } from '../useUpdate.ts'
import { wholeNumberIn } from './wholeNumberIn.ts'

const serverDefaults: Options = { contextTokens: null, keepAliveMinutes: null }

/** Edits how a local server loads its models; an empty field leaves that to the server. */
export function LocalOptions({ provider }: { provider: ProviderState }): ReactNode {
  const { t } = useTranslation()
  const { task, update } = useUpdate(provider.id)
  const options = provider.localOptions ?? serverDefaults
  const set = (name: keyof Options, text: string): Promise<boolean> =>
    update((known) => ({
      localOptions: { ...(known.localOptions ?? serverDefaults), [name]: wholeNumberIn(text) },
    }))
  const error = task.failure && errorText(t, task.failure.error).sentence
  return (
    <>
      <SavedTextField
        label={t('providers.local.contextTokens')}
        hint={t('providers.local.contextTokensHint')}
        error={error}
        inputMode="numeric"
        data-field="contextTokens"
        placeholder={t('providers.local.serverDefault')}
        value={options.contextTokens === null ? '' : String(options.contextTokens)}
        onSave={(text) => set('contextTokens', text)}
        onEdit={task.clear}
      />
      <SavedTextField
        label={t('providers.local.keepAlive')}
        hint={t('providers.local.keepAliveHint')}
        inputMode="numeric"
        data-field="keepAlive"
        placeholder={t('providers.local.serverDefault')}
        value={options.keepAliveMinutes === null ? '' : String(options.keepAliveMinutes)}
        onSave={(text) => set('keepAliveMinutes', text)}
        onEdit={task.clear}
      />
    </>
  )
}
