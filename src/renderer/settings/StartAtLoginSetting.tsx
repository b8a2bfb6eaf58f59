import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StartAtLogin } from '../../shared/app.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { Switch } from '../ui/controls/Switch.tsx'
import { SettingRow } from './SettingRow.tsx'

/** Shows whether Parley starts at login, as the system says each time that the page opens. */
export function StartAtLoginSetting(): ReactNode {
  const { t } = useTranslation()
  const [state, setState] = useState<StartAtLogin>()
  useEffect(() => attempt(api.app.startAtLogin({}).then(setState)), [])
  const obstacle = state?.obstacle ?? null
  return (
    <SettingRow
      setting="startAtLogin"
      {...(obstacle !== null && { description: t(`settings.startAtLogin.${obstacle}`) })}
    >
      <Switch
        label={t('settings.startAtLogin.title')}
        labelHidden
        checked={state?.enabled ?? false}
        disabled={state === undefined || obstacle === 'source'}
        onCheckedChange={(enabled) => attempt(api.app.setStartAtLogin({ enabled }).then(setState))}
      />
    </SettingRow>
  )
}
