import { X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CleanUpMode, DictationPreferences } from '../../../shared/speech/dictation.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { useModeOptions } from './useModeOptions.ts'
import { maxAppIdLength } from '../../../shared/limits.ts'

interface AppModesProps {
  modes: DictationPreferences['modes']
  onChange: (modes: DictationPreferences['modes']) => void
}

/** Sets the clean-up mode for individual apps. */
export function AppModes({ modes, onChange }: AppModesProps): ReactNode {
  const { t } = useTranslation()
  const options = useModeOptions()
  const [app, setApp] = useState('')
  const id = app.trim().toLowerCase()
  const add = (): void => {
    if (id === '' || Object.hasOwn(modes, id)) return
    onChange({ ...modes, [id]: 'plain' })
    setApp('')
  }
  return (
    <div className="space-y-2 py-3">
      <h3 className="text-sm font-medium">{t('dictation.settings.apps')}</h3>
      {Object.entries(modes).map(([name, mode]) => (
        <div key={name} className="flex items-center gap-2 text-sm">
          <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
          <Select<CleanUpMode>
            label={t('dictation.settings.modeOfApp', { app: name })}
            value={mode}
            options={options}
            onValueChange={(chosen) => onChange({ ...modes, [name]: chosen })}
          />
          <IconButton
            label={t('dictation.settings.removeApp', { app: name })}
            icon={<X aria-hidden className="size-4" />}
            onClick={() => {
              const { [name]: _removed, ...others } = modes
              onChange(others)
            }}
          />
        </div>
      ))}
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextField
          label={t('dictation.settings.app')}
          hint={t('dictation.settings.appsHint')}
          value={app}
          maxLength={maxAppIdLength}
          onChange={(event) => setApp(event.target.value)}
        />
        <Button type="submit" className="mb-5">
          {t('dictation.settings.addApp')}
        </Button>
      </form>
    </div>
  )
}
