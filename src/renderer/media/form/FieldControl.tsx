import type { TFunction } from 'i18next'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../../shared/media/mediaForm.ts'
import { choiceOptions } from '../../ui/controls/choiceOptions.ts'
import { FieldRow } from '../../ui/forms/FieldRow.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import type { FieldControlProps } from './fieldControlProps.ts'
import { fieldErrorText } from './fieldErrorText.ts'
import { fieldTitle } from './fieldTitle.ts'
import { isAutomatic, optionTitle } from './optionTitle.ts'
import { FileField } from './FileField.tsx'
import { setDraft } from './mediaForm.ts'
import { PromptField } from './PromptField.tsx'
import { SizeField } from './SizeField.tsx'

/**
 * Shows the control of one field, with what the model says about it. Of a form with hundreds, only
 * the field that changes is rendered again.
 */
export const FieldControl = memo(function FieldControl({
  field,
  draft,
  error: problem,
}: FieldControlProps): ReactNode {
  const { t } = useTranslation()
  const { name } = field
  const label = fieldTitle(t, field)
  const error = problem && fieldErrorText(t, field, problem)
  const about = field.description === '' ? undefined : <bdi>{visibleText(field.description)}</bdi>
  const text = typeof draft === 'string' ? draft : ''
  switch (field.type) {
    case 'toggle':
      return (
        <FieldRow label={label} hint={about} error={error}>
          <Switch
            label={label}
            labelHidden
            checked={draft === true}
            onCheckedChange={(on) => setDraft(name, on)}
          />
        </FieldRow>
      )
    case 'choice':
      return (
        <FieldRow label={label} hint={about} error={error}>
          <Select
            label={label}
            value={text}
            options={choiceOptions(named(t, field), text, t('media.form.automatic'))}
            onValueChange={(value) => setDraft(name, value)}
          />
        </FieldRow>
      )
    case 'size':
      return <SizeField field={field} draft={draft} error={problem} />
    case 'file':
      return <FileField field={field} draft={draft} error={problem} />
    case 'list':
    case 'json':
      return (
        <TextArea
          label={label}
          hint={field.type === 'list' ? t('media.form.onePerLine') : about}
          error={error}
          dir={field.type === 'json' ? 'ltr' : 'auto'}
          value={text}
          onChange={(event) => setDraft(name, event.target.value)}
        />
      )
    case 'text':
      if (field.multiline || field.role === 'prompt') {
        return <PromptField field={field} draft={draft} error={problem} />
      }
      break
    case 'number':
  }
  const isNumber = field.type === 'number'
  return (
    <TextField
      label={label}
      hint={isNumber ? numberHint(field, about) : about}
      error={error}
      dir={isNumber ? 'ltr' : 'auto'}
      {...(isNumber && { inputMode: field.integer ? 'numeric' : 'decimal' })}
      value={text}
      onChange={(event) => setDraft(name, event.target.value)}
    />
  )
})

/** Returns a choice with its options in the user's language. */
function named(
  translate: TFunction,
  { required, options }: Extract<FormField, { type: 'choice' }>,
) {
  return {
    required: required || options.some(isAutomatic),
    options: options.map(({ label }) => ({ label: optionTitle(translate, label) })),
  }
}

function numberHint(
  { minimum, maximum }: Extract<FormField, { type: 'number' }>,
  about: ReactNode,
): ReactNode {
  if (minimum === null || maximum === null) return about
  return (
    <>
      <NumberRange minimum={minimum} maximum={maximum} /> {about}
    </>
  )
}

function NumberRange({ minimum, maximum }: { minimum: number; maximum: number }): ReactNode {
  const { t } = useTranslation()
  return <span className="tabular-nums">{t('media.form.range', { minimum, maximum })}</span>
}
