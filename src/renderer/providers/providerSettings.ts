import type { TFunction } from 'i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { toWire } from '../../shared/errors.ts'
import { api } from '../core/bridge.ts'
import { errorText } from '../core/errorText.ts'
import { showSettings } from '../core/settingsTarget.ts'
import { showErrorToast } from '../ui/layers/Toast.tsx'
import type { FieldName } from './fieldNames.ts'

/** A provider's setting as a search lists it. */
export interface ProviderSetting {
  id: string
  label: string
  /** Its value, if that is short and no secret. */
  value?: string | undefined
  /** Whether it opens the provider's row. */
  leads: boolean
  run: () => void
}

/** Returns a provider's fields, each of which opens the provider's row at the field. */
export function providerFields(provider: ProviderState, t: TFunction): ProviderSetting[] {
  const { id, name } = provider
  const fields: FieldName[] = ['enabled', ...fieldsOf(provider)]
  return fields.map((field) => ({
    id: field,
    label: t('app.palette.settingValue', { setting: name, value: t(fieldTitles[field]) }),
    value: valueOf(field, provider, t),
    leads: true,
    run: () => showSettings({ section: 'providers', providerId: id, field }),
  }))
}

/** Returns a provider's settings for the palette, which turns the provider on and off itself. */
export function providerSettings(provider: ProviderState, t: TFunction): ProviderSetting[] {
  const { id, name, enabled } = provider
  const fields = providerFields(provider, t).filter((field) => field.id !== 'enabled')
  const switching = {
    id: 'enabled',
    label: t(enabled ? 'providers.switchOff' : 'providers.switchOn', { name }),
    leads: false,
    run: () => {
      api.providers.update({ id, enabled: !enabled }).catch((error: unknown) => {
        showErrorToast(errorText(t, toWire(error)).sentence)
      })
    },
  }
  return [...fields, switching]
}

function valueOf(field: FieldName, provider: ProviderState, t: TFunction): string | undefined {
  switch (field) {
    case 'enabled':
      return t(provider.enabled ? 'settings.on' : 'settings.off')
    case 'address':
      return provider.baseUrl
    case 'region':
      return provider.aws?.region
    default:
      return undefined
  }
}

const fieldTitles = {
  enabled: 'providers.enabled',
  key: 'providers.key.label',
  address: 'providers.baseUrl',
  region: 'providers.aws.region',
  credentials: 'providers.aws.credentials.title',
  modelName: 'providers.pull.title',
  contextTokens: 'providers.local.contextTokens',
  keepAlive: 'providers.local.keepAlive',
  name: 'providers.add.name',
  api: 'providers.options.api.title',
  operation: 'providers.aws.operation',
  moderation: 'providers.options.moderation.title',
  extraModels: 'providers.options.models.title',
  headers: 'providers.options.headers.title',
  query: 'providers.options.query.title',
  files: 'providers.files.show',
} as const satisfies Record<FieldName, string>

/** Returns the fields below a provider's row, folded or not. */
function fieldsOf(provider: ProviderState): FieldName[] {
  const { kind, aws, canModerate, canManageModels, keepsFiles, found, enabled } = provider
  if (kind === 'guide') return []
  if (kind === 'local') {
    return [
      'key',
      'address',
      ...(canManageModels && found && enabled ? (['modelName'] as const) : []),
      ...(canManageModels ? (['contextTokens', 'keepAlive'] as const) : []),
    ]
  }
  return [
    'key',
    'address',
    'name',
    ...(kind === 'openai-compatible' ? (['api'] as const) : []),
    ...(aws ? (['region', 'credentials', 'operation'] as const) : []),
    ...(canModerate ? (['moderation'] as const) : []),
    ...(kind === 'fal' ? [] : (['extraModels'] as const)),
    ...(aws || kind === 'fal' ? [] : (['headers', 'query'] as const)),
    ...(keepsFiles ? (['files'] as const) : []),
  ]
}
