import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldRow } from '../../ui/forms/FieldRow.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import type { FieldControlProps } from './fieldControlProps.ts'
import { sizeParts } from './fieldDraft.ts'
import { fieldErrorText } from './fieldErrorText.ts'
import { fieldTitle } from './fieldTitle.ts'
import { isAutomatic, optionTitle } from './optionTitle.ts'
import { setDraft } from './mediaForm.ts'

/** No option's own value. */
const customValue = '×'

/** Chooses a size: one of the model's own, or width and height where it takes any. */
export function SizeField({ field, draft, error: problem }: FieldControlProps<'size'>): ReactNode {
  const { t } = useTranslation()
  const { name, custom, options } = field
  const label = fieldTitle(t, field)
  const parts = sizeParts(draft)
  const error = problem && fieldErrorText(t, field, problem)
  const first = options.find(({ width }) => width !== null)
  const choose = (value: string): void => {
    if (value !== customValue) return setDraft(name, value)
    const current = options.find((option) => option.value === draft)
    const start = current?.width ? current : first
    setDraft(name, `${start?.width ?? ''}×${start?.height ?? ''}`)
  }
  return (
    <div className="space-y-2">
      <FieldRow label={label} error={error}>
        <Select
          label={label}
          value={parts ? customValue : typeof draft === 'string' ? draft : ''}
          options={[
            ...((field.required || options.some(isAutomatic)) && draft !== undefined
              ? []
              : [{ value: '', label: t('media.form.automatic') }]),
            ...options.map((option) => ({
              value: option.value,
              label: optionTitle(t, option.label),
            })),
            ...(custom ? [{ value: customValue, label: t('media.form.customSize') }] : []),
          ]}
          onValueChange={choose}
        />
      </FieldRow>
      {parts && custom && (
        <div className="flex gap-3">
          <TextField
            label={t('media.form.width')}
            inputMode="numeric"
            dir="ltr"
            value={parts[0]}
            onChange={({ target }) => setDraft(name, `${digits(target.value)}×${parts[1]}`)}
          />
          <TextField
            label={t('media.form.height')}
            inputMode="numeric"
            dir="ltr"
            value={parts[1]}
            onChange={({ target }) => setDraft(name, `${parts[0]}×${digits(target.value)}`)}
          />
        </div>
      )}
      {parts && custom && <p className="text-xs text-muted">{t('media.form.sizeRule', custom)}</p>}
    </div>
  )
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, 6)
}
