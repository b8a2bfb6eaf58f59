import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Training } from '../../shared/fineTuning/fineTuning.ts'
import type { ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { ModelSelect } from '../core/models/ModelSelect.tsx'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Switch } from '../ui/controls/Switch.tsx'
import { TextField } from '../ui/controls/TextField.tsx'
import { formatNumber } from '../ui/formatAmount.ts'
import { Card } from '../ui/layout/Card.tsx'
import { Disclosure } from '../ui/layout/Disclosure.tsx'
import { Estimate } from './Estimate.tsx'
import { readFields, toFields, type OptionField, type OptionFields } from './optionFields.ts'
import { RemoveTraining } from './RemoveTraining.tsx'
import { SaveSet } from './SaveSet.tsx'
import { SetReport } from './SetReport.tsx'
import { trainings } from './trainings.ts'
import { useEstimate } from './useEstimate.ts'

/** Shows a checked set, chooses the model and how it is trained, and starts the training. */
export function TrainingSetup({ training }: { training: Training }): ReactNode {
  const { t, i18n } = useTranslation()
  const { id, report, name } = training
  const [model, setModel] = useState<ModelReference | null>(training.model)
  const [fields, setFields] = useState(() => toFields(training.options))
  const [dropDuplicates, setDropDuplicates] = useState(training.options.dropDuplicates)
  const { options, invalid } = readFields(fields, dropDuplicates)
  const { estimate, failure } = useEstimate(id, model, options)
  const starting = useTask()
  const canStart = model !== null && options !== undefined && report.faults === 0
  const start = (): void =>
    void starting.run(async () => {
      if (model && options) trainings.put(await api.fineTuning.start({ id, model, options }))
    })
  const shownFailure = starting.failure ?? failure
  return (
    <Card title={name} trailing={<RemoveTraining training={training} />}>
      <SetReport report={report} />
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <span className="font-medium">{t('fineTuning.model')}</span>
        <ModelSelect
          task="chat"
          label={t('fineTuning.model')}
          chosen={model}
          unchosenText={t('fineTuning.noModel')}
          onChoose={setModel}
        />
      </div>
      <Fields
        isPreference={report.method === 'dpo'}
        fields={fields}
        invalid={invalid}
        onChange={(field, value) => setFields((known) => ({ ...known, [field]: value }))}
      />
      {report.duplicates > 0 && (
        <Switch
          label={t('fineTuning.dropDuplicates', {
            duplicates: formatNumber(i18n.language, report.duplicates),
          })}
          checked={dropDuplicates}
          onCheckedChange={setDropDuplicates}
        />
      )}
      {estimate && model && <Estimate estimate={estimate} base={model.modelId} />}
      {training.error && (
        <ErrorAlert error={training.error} since={training.startedAt ?? 0}>
          {null}
        </ErrorAlert>
      )}
      {shownFailure && <ErrorAlert error={shownFailure.error} since={shownFailure.at} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={!canStart} busy={starting.running} onClick={start}>
          {t('fineTuning.start')}
        </Button>
        <SaveSet id={id} />
      </div>
    </Card>
  )
}

interface FieldsProps {
  isPreference: boolean
  fields: OptionFields
  invalid: readonly OptionField[]
  onChange: (field: OptionField, value: string) => void
}

const firstFields = ['validation', 'epochs', 'suffix'] as const
const otherFields = ['batchSize', 'learningRate', 'seed', 'tokenPrice'] as const
/** Fields that the service fills in where they are empty. */
const automatic: ReadonlySet<OptionField> = new Set(['epochs', 'batchSize', 'learningRate', 'beta'])

function Fields({ isPreference, fields, invalid, onChange }: FieldsProps): ReactNode {
  const { t } = useTranslation()
  const show = (field: OptionField): ReactNode => (
    <TextField
      key={field}
      label={t(`fineTuning.fields.${field}`)}
      inputMode={field === 'suffix' ? 'text' : 'decimal'}
      maxLength={100}
      placeholder={automatic.has(field) ? t('fineTuning.automatic') : undefined}
      value={fields[field]}
      error={invalid.includes(field) ? t('fineTuning.invalid') : undefined}
      onChange={({ currentTarget }) => onChange(field, currentTarget.value)}
    />
  )
  const grid = 'grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-3'
  const isHiddenInvalid = invalid.some((field) => !firstFields.some((one) => one === field))
  return (
    <>
      <div className={grid}>{firstFields.map(show)}</div>
      <p className="text-xs text-muted">{t('fineTuning.validationHint')}</p>
      <Disclosure title={t('fineTuning.moreSettings')} open={isHiddenInvalid}>
        <div className={grid}>
          {[...otherFields, ...(isPreference ? ['beta' as const] : [])].map(show)}
        </div>
      </Disclosure>
    </>
  )
}
