import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { azureSpeechId } from '../../shared/voices.ts'
import { toWire } from '../../shared/errors.ts'
import { api } from '../app/bridge.ts'
import { errorText } from '../app/errorText.ts'
import { SettingBlock } from '../settings/SettingRow.tsx'
import { SecretInput } from '../providers/keys/SecretInput.tsx'
import { Button } from '../ui/Button.tsx'
import { SavedTextField } from '../ui/SavedTextField.tsx'
import { showErrorToast, showToast } from '../ui/Toast.tsx'

/** The literal type holds it to the contract's, which would bring zod along as a value. */
const providerId: typeof azureSpeechId = 'azure-speech'
const regionPattern = /^[a-z0-9]{0,40}$/

interface AzureSpeechFieldsProps {
  region: string
  onRegion: (region: string) => void
}

/** The key and the region of Azure Speech, for Microsoft's neural voices. */
export function AzureSpeechFields({ region, onRegion }: AzureSpeechFieldsProps): ReactNode {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const save = (): void => {
    api.secrets
      .set({ providerId, keyId: 'first', key: key.trim(), sessionOnly: false })
      .then(() => {
        setKey('')
        showToast(t('voices.azure.saved'))
      })
      .catch((error: unknown) => showErrorToast(errorText(t, toWire(error)).sentence))
  }
  return (
    <section aria-label="Azure Speech" className="mt-4 space-y-3 rounded-xl bg-sunken p-4">
      <h3 className="text-sm font-medium">Azure Speech</h3>
      <p className="text-sm text-muted">{t('voices.azure.hint')}</p>
      <SettingBlock setting="azureSpeechKey">
        <SecretInput label={t('voices.azure.key')} value={key} onValueChange={setKey}>
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
