import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../../shared/providers.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { FieldRow } from '../../ui/forms/FieldRow.tsx'
import { SavedTextField } from '../../ui/controls/SavedTextField.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { BaseUrlField } from '../BaseUrlField.tsx'
import { useUpdate } from '../useUpdate.ts'
import { ExtraModels } from './ExtraModels.tsx'
import { NameValueRows } from './NameValueRows.tsx'
import { everyOf } from '../../core/everyOf.ts'

const apis = everyOf<ProviderState['api']>({ auto: true, chat: true, responses: true })
const apiNames = { chat: 'Chat Completions', responses: 'Responses' }
const operations = ['converse', 'invokeModel'] as const
const operationNames = { converse: 'Converse', invokeModel: 'InvokeModel' }

/** Shows a hosted service's rarely used settings. */
export function MoreOptions({ provider }: { provider: ProviderState }): ReactNode {
  const { t } = useTranslation()
  const { task, update } = useUpdate(provider.id)
  const { aws, kind } = provider
  return (
    <div className="flex flex-col gap-5">
      <SavedTextField
        label={t('providers.add.name')}
        data-field="name"
        value={provider.name}
        required
        onSave={(name) => update({ name })}
      />
      {kind === 'openai-compatible' && (
        <FieldRow
          label={t('providers.options.api.title')}
          hint={t('providers.options.api.hint')}
          data-field="api"
        >
          <Select
            label={t('providers.options.api.title')}
            value={provider.api}
            options={apis.map((value) => ({
              value,
              label: value === 'auto' ? t('providers.options.api.auto') : apiNames[value],
            }))}
            onValueChange={(api) => void update({ api })}
          />
        </FieldRow>
      )}
      {aws && (
        <>
          <FieldRow label={t('providers.aws.operation')} data-field="operation">
            <Select
              label={t('providers.aws.operation')}
              value={aws.operation}
              options={operations.map((value) => ({
                value,
                label: operationNames[value],
              }))}
              onValueChange={(operation) =>
                void update((known) => ({ aws: { ...(known.aws ?? aws), operation } }))
              }
            />
          </FieldRow>
          <BaseUrlField provider={provider} />
        </>
      )}
      {provider.canModerate && (
        <FieldRow
          label={t('providers.options.moderation.title')}
          hint={t('providers.options.moderation.hint')}
          data-field="moderation"
        >
          <Switch
            label={t('providers.options.moderation.title')}
            labelHidden
            checked={provider.moderation}
            onCheckedChange={(moderation) => void update({ moderation })}
          />
        </FieldRow>
      )}
      {kind !== 'fal' && <ExtraModels provider={provider} />}
      {!aws && kind !== 'fal' && (
        <>
          <NameValueRows
            kind="headers"
            fields={provider.headers}
            withheld={provider.withheldFields}
            onSave={(headers) => update({ headers })}
          />
          <NameValueRows
            kind="query"
            fields={provider.query}
            withheld={provider.withheldFields}
            onSave={(query) => update({ query })}
          />
        </>
      )}
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
    </div>
  )
}
