import { useId, useState } from 'react'
import type { SyntheticEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preset } from '../../shared/providers.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { fillPlaceholders, placeholdersIn } from './addressPlaceholders.ts'
import type { Task } from '../core/useTask.ts'

type CompatibleKind = 'openai-compatible' | 'anthropic'

/** A service whose address has placeholders, or a compatible one known only by its address. */
export type AskedService =
  { preset: Preset; kind?: never } | { kind: CompatibleKind; preset?: never }

interface NewProvider {
  presetId: string | null
  kind?: CompatibleKind
  name?: string
  baseUrl: string
}

interface AddressDialogProps {
  service: AskedService
  task: Task
  onClose: () => void
  onSubmit: (provider: NewProvider) => void
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
  const formId = useId()
  const [values, setValues] = useState<Record<string, string>>({})
  const set = (name: string, value: string): void => {
    setValues((known) => ({ ...known, [name]: value }))
    task.clear()
  }
  const provider = preset ? presetProvider(preset, values) : compatibleProvider(kind, values)
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (provider) onSubmit(provider)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      finalFocus={finalFocus}
      title={t('providers.add.title', {
        name: preset ? preset.name : t(`providers.add.compatible.${kind}`),
      })}
      description={t(preset ? 'providers.add.gaps' : `providers.add.address.${kind}`)}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={task.running}
            disabled={!provider}
          >
            {t('providers.add.confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="space-y-4">
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
      </form>
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
    </Dialog>
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
