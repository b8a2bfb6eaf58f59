import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../controls/Button.tsx'
import { choiceOptions } from '../controls/choiceOptions.ts'
import { FieldRow } from './FieldRow.tsx'
import { ownDraft } from './schemaFields.ts'
import type { Draft, Drafts, FieldProblem, SchemaField } from './schemaFields.ts'
import { Select } from '../controls/Select.tsx'
import { Switch } from '../controls/Switch.tsx'
import { TextArea } from '../controls/TextArea.tsx'
import { TextField } from '../controls/TextField.tsx'
import { visibleText } from '../visibleText.ts'

interface SchemaFormProps {
  fields: readonly SchemaField[]
  drafts: Drafts
  onChange: (name: string, draft: Draft) => void
  /** Problems with the entries, by name. */
  problems?: Readonly<Record<string, FieldProblem>>
  /** The secrets that have a value, which is not shown. */
  keptSecrets?: readonly string[]
  /** Removes the value of such a secret. */
  onForget?: (name: string) => void
}

/** Shows a form for an object that a JSON Schema describes: see `fieldsOf`. */
export function SchemaForm(props: SchemaFormProps): ReactNode {
  const { fields, drafts, onChange, problems = {}, keptSecrets = [], onForget } = props
  const { t } = useTranslation()
  return (
    <div className="space-y-4">
      {fields.map((field) => (
        <div key={field.name} data-field={field.name}>
          <Field
            field={field}
            draft={ownDraft(drafts, field.name)}
            problem={Object.hasOwn(problems, field.name) ? problems[field.name] : undefined}
            kept={keptSecrets.includes(field.name)}
            onChange={(draft) => onChange(field.name, draft)}
          />
          {onForget && keptSecrets.includes(field.name) && (
            <Button
              size="small"
              variant="quiet"
              className="mt-1 text-muted"
              onClick={() => onForget(field.name)}
            >
              {t('plugins.form.forget', { name: visibleText(field.title) })}
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}

interface FieldProps {
  field: SchemaField
  draft: Draft
  problem: FieldProblem | undefined
  kept: boolean
  onChange: (draft: Draft) => void
}

function Field({ field, draft, problem, kept, onChange }: FieldProps): ReactNode {
  const { t } = useTranslation()
  const { kind, minimum, maximum } = field
  const label = visibleText(field.title)
  const note = [
    kind === 'list' ? t('plugins.form.onePerLine') : '',
    field.required ? '' : t('plugins.form.optional'),
  ]
    .filter(Boolean)
    .join(' · ')
  const description = field.description !== '' && <bdi>{visibleText(field.description)}</bdi>
  const hint = (description || note) && (
    <>
      {note}
      {description && note && ' · '}
      {description}
    </>
  )
  const text = typeof draft === 'string' ? draft : ''
  const error = problem && t(`plugins.form.problems.${problem}`, { minimum, maximum })
  if (kind === 'boolean') {
    return (
      <FieldRow label={label} hint={description}>
        <Switch label={label} labelHidden checked={draft === true} onCheckedChange={onChange} />
      </FieldRow>
    )
  }
  if (kind === 'choice') {
    return (
      <FieldRow label={label} hint={hint} error={error}>
        <Select
          label={label}
          value={text}
          options={choiceOptions(field, text, t('plugins.form.notChosen'))}
          onValueChange={onChange}
        />
      </FieldRow>
    )
  }
  if (kind === 'list' || kind === 'json') {
    return (
      <TextArea
        label={label}
        hint={hint}
        error={error}
        dir={kind === 'json' ? 'ltr' : 'auto'}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  const isNumber = kind === 'number' || kind === 'integer'
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      dir={isNumber || kind === 'password' ? 'ltr' : 'auto'}
      type={kind === 'password' ? 'password' : 'text'}
      {...(isNumber && { inputMode: kind === 'integer' ? 'numeric' : 'decimal' })}
      placeholder={kept ? t('plugins.form.kept') : undefined}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
