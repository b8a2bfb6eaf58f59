import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import type { azureSpeechId } from '../../shared/speech/voices.ts'
import { toWire } from '../../shared/errors.ts'
import { api } from '../core/bridge.ts'
import { errorText } from '../core/errorText.ts'
import { SettingBlock } from '../settings/SettingRow.tsx'
import { SecretInput } from '../providers/keys/SecretInput.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { SavedTextField } from '../ui/controls/SavedTextField.tsx'
import { showErrorToast, showToast } from '../ui/layers/Toast.tsx'

type KeySource = ProviderState['keySource']

/**
 * The literal type ties it to the contract's constant; importing that as a value would bring zod
 * along.
 */
const providerId: typeof azureSpeechId = 'azure-speech'
const keyId = 'first'
const regionPattern = /^[a-z0-9]{0,40}$/

interface AzureSpeechFieldsProps {
  region: string
  onRegion: (region: string) => void
}

/** Edits the key and region of Azure Speech, for Microsoft's neural voices. */
export function AzureSpeechFields({ region, onRegion }: AzureSpeechFieldsProps): ReactNode {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const source = useKeySource()
  const fail = (error: unknown): void => showErrorToast(errorText(t, toWire(error)).sentence)
  const save = (): void => {
    api.secrets
      .set({ providerId, keyId, key: key.trim(), sessionOnly: false })
      .then(() => {
        setKey('')
        showToast(t('voices.azure.saved'))
      })
      .catch(fail)
  }
  const remove = (): void => {
    api.secrets.remove({ providerId, keyId }).catch(fail)
  }
  return (
    <section
      aria-label="Azure Speech"
      className="mb-7 space-y-3 rounded-2xl border border-line p-4"
    >
      <h3 className="text-sm font-medium">Azure Speech</h3>
      <p className="text-sm text-muted">{t('voices.azure.hint')}</p>
      <SettingBlock setting="azureSpeechKey">
        <SecretInput
          label={t('voices.azure.key')}
          value={key}
          placeholder={source === 'none' ? '' : '••••••••••••'}
          onValueChange={setKey}
          hint={
            source !== 'none' && (
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span>{t(`providers.key.kept.${source}`)}</span>
                <button
                  type="button"
                  className="rounded-sm text-accent-ink underline underline-offset-2"
                  onClick={remove}
                >
                  {t('providers.key.remove')}
                </button>
              </span>
            )
          }
        >
          <Button disabled={key.trim() === ''} onClick={save}>
            {t('voices.azure.save')}
          </Button>
        </SecretInput>
      </SettingBlock>
      <SettingBlock setting="azureSpeechRegion">
        <SavedTextField
          label={t('voices.azure.region')}
          placeholder="westeurope"
          dir="ltr"
          value={region}
          onSave={(value) => {
            const isValid = regionPattern.test(value)
            if (isValid) onRegion(value)
            return Promise.resolve(isValid)
          }}
        />
      </SettingBlock>
    </section>
  )
}

/** Returns where the key is stored, kept up to date. */
function useKeySource(): KeySource {
  const [source, setSource] = useState<KeySource>('none')
  const read = useCallback(() => {
    api.voices
      .azureKey({})
      .then((known) => setSource(known.source))
      .catch(() => undefined)
  }, [])
  useEffect(() => {
    read()
    return api.secrets.changed((changed) => {
      if (changed.providerId === providerId) read()
    })
  }, [read])
  return source
}
