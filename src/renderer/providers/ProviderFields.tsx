import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { Disclosure } from '../ui/layout/Disclosure.tsx'
import { AwsFields } from './aws/AwsFields.tsx'
import { BaseUrlField } from './BaseUrlField.tsx'
import type { FieldName } from './fieldNames.ts'
import { KeyList } from './keys/KeyList.tsx'
import { ServiceFiles } from './files/ServiceFiles.tsx'
import { LocalModels } from './localModels/LocalModels.tsx'
import { pullsAtom } from './localModels/pulls.ts'
import { LocalOptions } from './options/LocalOptions.tsx'
import { MoreOptions } from './options/MoreOptions.tsx'
import { isAboutKey, useFailureStatus } from './useFailureStatus.ts'

interface ProviderFieldsProps {
  provider: ProviderState
  keyUrl: string | null
  /** The field about to get the focus: its group must be unfolded. */
  aim: FieldName | undefined
  /** The button that checks the provider, and its report: in sight without scrolling. */
  check: ReactNode
}

/** Shows all settings of a provider; rare ones are folded. */
export function ProviderFields(props: ProviderFieldsProps): ReactNode {
  const { provider, keyUrl, aim, check } = props
  const { t } = useTranslation()
  if (provider.kind === 'guide') return null
  if (provider.kind === 'local') return <LocalFields {...props} />
  return (
    <div className="flex flex-col gap-4">
      {provider.aws ? (
        <>
          <AwsFields provider={provider} aws={provider.aws} keyUrl={keyUrl} />
          {check}
        </>
      ) : (
        <>
          <KeyList provider={provider} keyUrl={keyUrl} />
          {check}
          <BaseUrlField provider={provider} />
        </>
      )}
      <Disclosure
        title={t('providers.options.title')}
        open={aim !== undefined && isFolded(aim, provider)}
      >
        <MoreOptions provider={provider} />
      </Disclosure>
      {provider.keepsFiles && <ServiceFiles provider={provider} />}
    </div>
  )
}

/** Tells whether a field is under "More options"; for Bedrock, the address is. */
function isFolded(field: FieldName, { aws }: ProviderState): boolean {
  if (field === 'address') return aws !== undefined
  return field !== 'key' && field !== 'region' && field !== 'credentials'
}

function LocalFields({ provider, keyUrl, aim, check }: ProviderFieldsProps): ReactNode {
  const { t } = useTranslation()
  const managed = provider.canManageModels
  const wantsKey = isAboutKey(useFailureStatus(provider))
  const isPulling = useAtomValue(pullsAtom).some(({ input }) => input.providerId === provider.id)
  return (
    <div className="flex flex-col gap-1">
      <div className="pb-2">{check}</div>
      {managed && provider.found && provider.enabled && (
        <Disclosure
          title={t('providers.localModels.title')}
          open={aim === 'modelName' || isPulling}
        >
          <LocalModels providerId={provider.id} />
        </Disclosure>
      )}
      <Disclosure
        title={t('providers.addressAndKey')}
        open={aim === 'key' || aim === 'address' || wantsKey}
      >
        <div className="flex flex-col gap-4">
          <KeyList provider={provider} keyUrl={keyUrl} />
          <BaseUrlField provider={provider} />
        </div>
      </Disclosure>
      {managed && (
        <Disclosure
          title={t('providers.options.title')}
          open={aim === 'contextTokens' || aim === 'keepAlive'}
        >
          <div className="flex flex-col gap-4">
            <LocalOptions provider={provider} />
          </div>
        </Disclosure>
      )}
    </div>
  )
}
