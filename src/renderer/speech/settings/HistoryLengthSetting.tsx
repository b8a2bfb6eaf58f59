import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingRow } from '../../settings/SettingRow.tsx'
import { Select } from '../../ui/Select.tsx'

interface HistoryLengthSettingProps {
  /** 0 for none, null for ever. */
  days: number | null
  onChange: (days: number | null) => void
}

const offered = [1, 7, 30, 90, 365]
const forever = 'forever'

export function HistoryLengthSetting({ days, onChange }: HistoryLengthSettingProps): ReactNode {
  const { t } = useTranslation()
  const isOther = days !== null && days > 0 && !offered.includes(days)
  const lengths = isOther ? [...offered, days].toSorted((first, second) => first - second) : offered
  return (
    <SettingRow title={t('speech.recordings.keep')} description={t('speech.recordings.keepHint')}>
      <Select
        label={t('speech.recordings.keep')}
        value={days === null ? forever : String(days)}
        options={[
          { value: '0', label: t('speech.recordings.keepNone') },
          ...lengths.map((length) => ({
            value: String(length),
            label: t('speech.recordings.keepDays', { count: length }),
          })),
          { value: forever, label: t('speech.recordings.keepForever') },
        ]}
        onValueChange={(value) => onChange(value === forever ? null : Number(value))}
      />
    </SettingRow>
  )
}
