import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Aws, ProviderState } from '../../../shared/providers.ts'
import { errorText } from '../../core/errorText.ts'
import { FieldRow } from '../../ui/forms/FieldRow.tsx'
import { SavedTextField } from '../../ui/controls/SavedTextField.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { KeyList } from '../keys/KeyList.tsx'
import { useUpdate } from '../useUpdate.ts'
import { awsRegions } from './awsRegions.ts'
import { everyOf } from '../../core/everyOf.ts'

interface AwsFieldsProps {
  provider: ProviderState
  aws: Aws
  keyUrl: string | null
}

const credentials = everyOf<Aws['credentials']>({ accessKey: true, profile: true, bearer: true })

/** Sets Bedrock's region and credentials. */
export function AwsFields({ provider, aws, keyUrl }: AwsFieldsProps): ReactNode {
  const { t } = useTranslation()
  const listId = useId()
  const { task, update } = useUpdate(provider.id)
  const error = task.failure && errorText(t, task.failure.error).sentence
  const set = (change: Partial<Aws>): Promise<boolean> =>
    update((known) => ({ aws: { ...(known.aws ?? aws), ...change } }))
  return (
    <>
      <SavedTextField
        label={t('providers.aws.region')}
        dir="ltr"
        list={listId}
        data-field="region"
        value={aws.region}
        error={error}
        required
        onSave={(region) => set({ region })}
        onEdit={task.clear}
      />
      <datalist id={listId}>
        {awsRegions.map((region) => (
          <option key={region}>{region}</option>
        ))}
      </datalist>
      <FieldRow label={t('providers.aws.credentials.title')} data-field="credentials">
        <Select
          label={t('providers.aws.credentials.title')}
          value={aws.credentials}
          options={credentials.map((value) => ({
            value,
            label: t(`providers.aws.credentials.${value}`),
          }))}
          onValueChange={(value) => void set({ credentials: value })}
        />
      </FieldRow>
      {aws.credentials === 'profile' ? (
        <SavedTextField
          label={t('providers.aws.profile')}
          hint={t('providers.aws.profileHint')}
          dir="ltr"
          data-field="key"
          value={aws.profile}
          required
          onSave={(profile) => set({ profile })}
        />
      ) : (
        <KeyList key={aws.credentials} provider={provider} keyUrl={keyUrl} />
      )}
    </>
  )
}
