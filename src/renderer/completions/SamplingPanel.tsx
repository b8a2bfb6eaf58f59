import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxContinuationTokens } from '../../shared/limits.ts'
import { formatNumber } from '../ui/formatAmount.ts'
import { TextArea } from '../ui/controls/TextArea.tsx'
import { TextField } from '../ui/controls/TextField.tsx'
import { setField } from './continuedText.ts'
import { readSampling } from './samplingFields.ts'
import type { Fields } from './samplingFields.ts'

const numberFields = ['temperature', 'topP', 'seed', 'maxTokens'] as const

/** Shows what decides how a text is continued. */
export function SamplingPanel({ fields }: { fields: Fields }): ReactNode {
  const { t, i18n } = useTranslation()
  const limit = formatNumber(i18n.language, maxContinuationTokens)
  const { invalid } = readSampling(fields)
  const isInvalid = (name: keyof Fields): boolean => invalid.some((one) => one === name)
  return (
    <section aria-label={t('completions.settings')} className="space-y-3 pb-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-3">
        {numberFields.map((name) => (
          <TextField
            key={name}
            label={t(`completions.fields.${name}`)}
            inputMode="decimal"
            maxLength={100}
            placeholder={name === 'maxTokens' ? undefined : t('completions.serverDecides')}
            value={fields[name]}
            error={isInvalid(name) ? t(`completions.invalid.${name}`, { limit }) : undefined}
            onChange={(event) => setField(name, event.currentTarget.value)}
          />
        ))}
      </div>
      <TextArea
        label={t('completions.fields.stop')}
        hint={t('completions.stopHint')}
        rows={2}
        value={fields.stop}
        maxLength={3000}
        error={isInvalid('stop') ? t('completions.invalid.stop') : undefined}
        onChange={(event) => setField('stop', event.currentTarget.value)}
      />
    </section>
  )
}
