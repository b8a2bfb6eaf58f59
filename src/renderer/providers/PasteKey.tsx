import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { SyntheticEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../shared/models.ts'
import type { ProviderState } from '../../shared/providers.ts'
import { api } from '../core/bridge.ts'
import { lazyComponent } from '../core/lazyComponent.tsx'
import { modelsAtom, providersAtom, refreshProviders, store } from '../core/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { placeholdersIn } from './addressPlaceholders.ts'
import { KeyAlert } from './keys/KeyAlert.tsx'
import { presetOfKey } from './keys/presetOfKey.ts'
import { SecretInput } from './keys/SecretInput.tsx'
import { firstKeyId } from './keys/keyRows.ts'
import { usePresets } from './usePresets.ts'
import { useTask } from '../core/useTask.ts'

/** Loaded when it is asked: what selects would be a quarter of the scripts of the first paint. */
const serviceSelect = lazyComponent(async () => (await import('./ServiceSelect.tsx')).ServiceSelect)

/** Takes a key of any service: recognizes the service by the key, or asks for it. */
export function PasteKey({
  onUseModel,
}: {
  onUseModel: (model: ModelReference) => void
}): ReactNode {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const [chosen, setChosen] = useState<string>()
  const { running, failure, run, clear } = useTask()
  const providers = useAtomValue(providersAtom) ?? []
  const pasted = key.trim() !== ''
  const listed = usePresets(pasted)
  const presets = (listed ?? []).filter(
    ({ needsKey, kind, baseUrl, tasks }) =>
      needsKey &&
      kind !== 'bedrock' &&
      placeholdersIn(baseUrl).length === 0 &&
      tasks.includes('chat'),
  )
  const recognised = presetOfKey(key, presets)
  const presetId = recognised ?? chosen
  const name = presets.find((preset) => preset.id === presetId)?.name

  const submit = async (sessionOnly: boolean): Promise<void> => {
    if (presetId === undefined) return
    const model = await run(async () => {
      const provider = await findOrAdd(providers, presetId)
      await api.secrets.set({ providerId: provider.id, keyId: firstKeyId, key, sessionOnly })
      await api.providers.check({ id: provider.id })
      await refreshProviders(api)
      return store.get(modelsAtom)?.find((candidate) => candidate.providerId === provider.id)
    })
    if (!model) return
    setKey('')
    onUseModel({ providerId: model.providerId, modelId: model.modelId })
  }
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void submit(false)
  }
  return (
    <form onSubmit={onSubmit} className="space-y-2.5">
      <SecretInput
        label={t('providers.key.label')}
        value={key}
        onValueChange={(value) => {
          setKey(value)
          clear()
        }}
        hint={recognised && name ? t('providers.first.key.recognised', { name }) : null}
      >
        {pasted && (
          <Button type="submit" variant="primary" busy={running} disabled={!presetId}>
            {name ? t('providers.first.key.use', { name }) : t('providers.first.key.useAny')}
          </Button>
        )}
      </SecretInput>
      {pasted && listed && !recognised && (
        <serviceSelect.Component services={presets} chosen={chosen} onChoose={setChosen} />
      )}
      {failure && (
        <KeyAlert
          error={failure.error}
          at={failure.at}
          onSessionOnly={
            failure.error.code === 'keychainUnavailable' ? () => void submit(true) : undefined
          }
        />
      )}
    </form>
  )
}

/**
 * Returns the service's provider, or adds one: a second try with another key must not add a second
 * provider.
 */
async function findOrAdd(
  providers: readonly ProviderState[],
  presetId: string,
): Promise<ProviderState> {
  const known = providers.find((provider) => provider.presetId === presetId)
  return known ?? api.providers.add({ presetId })
}
