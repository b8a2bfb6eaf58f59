import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { teamDatabaseId } from '../../shared/knowledge/knowledgePreferences.ts'
import type { ProviderState } from '../../shared/providers.ts'
import { api } from '../core/bridge.ts'
import { errorText } from '../core/errorText.ts'
import { preferencesAtom } from '../core/store.ts'
import { updatePreferences } from '../core/updatePreferences.ts'
import { SecretInput } from '../providers/keys/SecretInput.tsx'
import { SettingGroup } from '../settings/SettingGroup.tsx'
import { SettingBlock } from '../settings/SettingRow.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { SavedTextField } from '../ui/controls/SavedTextField.tsx'
import { showErrorToast } from '../ui/layers/Toast.tsx'

/** The literal type ties it to the contract's constant, which would bring zod along. */
const providerId: typeof teamDatabaseId = 'team-database'
const keyId = 'first'

interface TeamState {
  keySource: ProviderState['keySource']
  error: WireError | null
}

/** Edits the address and the password of the team's PostgreSQL, and says whether it answers. */
export function TeamDatabase(): ReactNode {
  const { t } = useTranslation()
  const preferences = useAtomValue(preferencesAtom)
  const [password, setPassword] = useState('')
  const address = preferences?.knowledge.teamAddress ?? ''
  const state = useTeamState(address)
  const fail = (error: unknown): void => showErrorToast(errorText(t, toWire(error)).sentence)
  const savePassword = (key: string): void => {
    api.secrets
      .set({ providerId, keyId, key, sessionOnly: false })
      .then(() => setPassword(''))
      .catch(fail)
  }
  const saveAddress = (given: string): boolean => {
    const parsed = withoutPassword(given)
    if (!parsed) return false
    updatePreferences({ knowledge: { teamAddress: parsed.address } })
    // An address that was copied whole: its password belongs into the keychain.
    if (parsed.password !== '') setPassword(parsed.password)
    return true
  }
  const source = state?.keySource ?? 'none'
  return (
    <SettingGroup title={t('knowledge.team.title')}>
      <div className="space-y-3 py-3">
        <p className="text-sm text-pretty text-muted">{t('knowledge.team.hint')}</p>
        <SettingBlock setting="teamAddress">
          <SavedTextField
            label={t('settings.teamAddress.title')}
            placeholder="postgres://anna@db.example.com/knowledge"
            dir="ltr"
            value={address}
            onSave={(value) => Promise.resolve(saveAddress(value))}
          />
        </SettingBlock>
        {address !== '' && (
          <SecretInput
            label={t('knowledge.team.password')}
            value={password}
            placeholder={source === 'none' ? '' : '••••••••••••'}
            onValueChange={setPassword}
          >
            <Button disabled={password === ''} onClick={() => savePassword(password)}>
              {t('providers.key.save')}
            </Button>
          </SecretInput>
        )}
        {address !== '' && state && (
          <p role="status" className="text-sm text-muted">
            {state.error ? errorText(t, state.error).sentence : t('knowledge.team.connected')}
          </p>
        )}
      </div>
    </SettingGroup>
  )
}

/** Returns whether the database answers, asked again after each change. */
function useTeamState(address: string): TeamState | undefined {
  const [state, setState] = useState<TeamState>()
  const read = useCallback(() => {
    api.knowledge
      .team({})
      .then(setState)
      .catch(() => undefined)
  }, [])
  useEffect(() => {
    setState(undefined)
    read()
    return api.secrets.changed((changed) => {
      if (changed.providerId === providerId) read()
    })
  }, [address, read])
  return state
}

/** Takes the password out of an address; undefined if it is no address of PostgreSQL. */
function withoutPassword(given: string): { address: string; password: string } | undefined {
  if (given === '') return { address: '', password: '' }
  const url = URL.parse(given)
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === '') return undefined
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { address: url.href, password }
}
