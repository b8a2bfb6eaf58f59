import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preset } from '../../shared/providers.ts'
import { FormDialog } from '../core/FormDialog.tsx'
import type { Task } from '../core/useTask.ts'
import { TextField } from '../ui/controls/TextField.tsx'
import { fillPlaceholders, placeholdersIn } from './addressPlaceholders.ts'
import { SecretInput } from './keys/SecretInput.tsx'
import type { CompatibleKind, ServiceToAdd } from './servicesToAdd.ts'

interface NewProvider {
  presetId: string | null
  kind?: CompatibleKind
  name?: string
  baseUrl: string
}

interface AddressDialogProps {
  service: ServiceToAdd
  task: Task
  onClose: () => void
  /** Called with the key that was typed; empty for none. */
  onSubmit: (provider: NewProvider, key: string) => void
  finalFocus: () => HTMLElement | null | false
}

const addressExamples: Record<CompatibleKind, string> = {
  'openai-compatible': 'https://api.example.com/v1',
  anthropic: 'https://api.example.com',
}

/** Asks for the missing parts of a service's address, or for the whole address. */
export function AddressDialog(props: AddressDialogProps): ReactNode {
  const { service, task, onClose, onSubmit, finalFocus } = props
  const { preset, kind } = service
  const { t } = useTranslation()
  const [values, setValues] = useState<Record<string, string>>({})
  const [key, setKey] = useState('')
  const set = (name: string, value: string): void => {
    setValues((known) => ({ ...known, [name]: value }))
    task.clear()
  }
  const provider = preset ? presetProvider(preset, values) : compatibleProvider(kind, values)
  return (
    <FormDialog
      open
      finalFocus={finalFocus}
      title={t('providers.add.title', {
        name: preset ? preset.name : t(`providers.add.compatible.${kind}`),
      })}
      description={t(preset ? 'providers.add.gaps' : `providers.add.address.${kind}`)}
      confirm={t('providers.add.confirm')}
      disabled={!provider}
      task={task}
      onClose={onClose}
      onSubmit={() => provider && onSubmit(provider, key.trim())}
    >
      {preset ? (
        placeholdersIn(preset.baseUrl).map((name) => (
          <TextField
            key={name}
            label={t(`providers.add.placeholders.${name}`, { defaultValue: name })}
            dir="ltr"
            value={values[name] ?? ''}
            onChange={(event) => set(name, event.target.value)}
          />
        ))
      ) : (
        <>
          <TextField
            label={t('providers.baseUrl')}
            inputMode="url"
            dir="ltr"
            placeholder={addressExamples[kind]}
            value={values['baseUrl'] ?? ''}
            onChange={(event) => set('baseUrl', event.target.value)}
          />
          <SecretInput
            label={t('providers.key.label')}
            value={key}
            onValueChange={(value) => {
              setKey(value)
              task.clear()
            }}
            hint={t('providers.key.optional')}
          />
          <TextField
            label={t('providers.add.name')}
            hint={t('providers.add.nameHint')}
            value={values['name'] ?? ''}
            onChange={(event) => set('name', event.target.value)}
          />
        </>
      )}
      {preset && (
        <p dir="ltr" className="text-start text-xs break-all text-muted">
          {fillPlaceholders(preset.baseUrl, values) ?? preset.baseUrl}
        </p>
      )}
    </FormDialog>
  )
}

type Values = Readonly<Record<string, string>>

function presetProvider(preset: Preset, values: Values): NewProvider | undefined {
  const baseUrl = fillPlaceholders(preset.baseUrl, values)
  return baseUrl === undefined ? undefined : { presetId: preset.id, baseUrl }
}

function compatibleProvider(kind: CompatibleKind, values: Values): NewProvider | undefined {
  const baseUrl = values['baseUrl']?.trim()
  const name = values['name']?.trim()
  if (!baseUrl) return undefined
  return { presetId: null, kind, baseUrl, ...(name ? { name } : {}) }
}
