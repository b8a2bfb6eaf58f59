import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireError } from '../../../shared/errors.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { SettingRow } from '../../settings/SettingRow.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { useMicrophones } from './useMicrophones.ts'

interface MicrophoneSettingProps {
  /** Null for the system's choice. */
  chosen: string | null
  onChange: (microphone: string | null) => void
}

interface Failure {
  error: WireError
  at: number
}

const systemDefault = 'system-default'

/** Chooses the microphone, with a test that shows whether it hears anything. */
export function MicrophoneSetting({ chosen, onChange }: MicrophoneSettingProps): ReactNode {
  const { t } = useTranslation()
  const [microphones, refresh] = useMicrophones()
  const [isTesting, setTesting] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const isGone = chosen !== null && !microphones.some(({ deviceId }) => deviceId === chosen)
  return (
    <>
      <SettingRow setting="microphone">
        <div className="flex flex-wrap justify-end gap-2">
          <Select
            label={t('speech.microphone.title')}
            value={chosen ?? systemDefault}
            options={[
              { value: systemDefault, label: t('speech.microphone.systemDefault') },
              ...microphones.map(({ deviceId, label }, index) => ({
                value: deviceId,
                label: label || t('speech.microphone.numbered', { number: index + 1 }),
              })),
              ...(isGone ? [{ value: chosen, label: t('speech.microphone.gone') }] : []),
            ]}
            onValueChange={(value) => onChange(value === systemDefault ? null : value)}
          />
          <Button
            onClick={() => {
              setFailure(undefined)
              setTesting(!isTesting)
            }}
          >
            {t(isTesting ? 'speech.microphone.stop' : 'speech.microphone.test')}
          </Button>
        </div>
      </SettingRow>
      {isTesting && (
        <LevelMeter
          key={chosen}
          microphone={chosen}
          onOpen={refresh}
          onEnd={(error) => {
            setTesting(false)
            setFailure(error && { error, at: Date.now() })
          }}
        />
      )}
      {failure && <ErrorAlert error={failure.error} since={failure.at} />}
    </>
  )
}
