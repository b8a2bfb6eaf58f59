import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preset } from '../../shared/providers.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { LetterMark } from '../ui/LetterMark.tsx'
import { SearchableSelect } from '../ui/SearchableSelect.tsx'
import { AddressDialog } from './AddressDialog.tsx'
import type { AskedService } from './AddressDialog.tsx'
import { placeholdersIn } from './addressPlaceholders.ts'
import { useTask } from '../core/useTask.ts'

interface AddProviderProps {
  /** The button, for callers that focus it. */
  button: RefObject<HTMLButtonElement | null>
  presets: readonly Preset[] | undefined
  onAdded: (providerId: string) => void
}

const compatibleKinds = ['openai-compatible', 'anthropic'] as const

/**
 * Shows the button and the list of services. For a service that needs an address, it then asks for
 * that.
 */
export function AddProvider({ button, presets = [], onAdded }: AddProviderProps): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const [asked, setAsked] = useState<AskedService>()
  const isAdded = useRef(false)

  const add = async (input: Parameters<typeof api.providers.add>[0]): Promise<void> => {
    const added = await task.run(() => api.providers.add(input))
    if (!added) return
    isAdded.current = true
    setAsked(undefined)
    onAdded(added.id)
  }
  const choose = (value: string): void => {
    isAdded.current = false
    const kind = compatibleKinds.find((candidate) => valueOf(candidate) === value)
    if (kind) return setAsked({ kind })
    const preset = presets.find(({ id }) => id === value)
    if (!preset) return
    // Bedrock's region is a separate setting with a usual default.
    const isIncomplete = preset.kind !== 'bedrock' && placeholdersIn(preset.baseUrl).length > 0
    if (isIncomplete) setAsked({ preset })
    else void add({ presetId: preset.id })
  }
  const services = presets
    .map(({ id, name }) => ({ value: id, label: name, mark: <LetterMark name={name} /> }))
    .toSorted((first, second) => first.label.localeCompare(second.label))
  return (
    <>
      <SearchableSelect
        trigger={
          <Button ref={button} variant="primary" icon={<Plus aria-hidden className="size-4" />}>
            {t('providers.add.button')}
          </Button>
        }
        listLabel={t('providers.add.services')}
        searchLabel={t('providers.add.search')}
        emptyText={t('providers.add.none')}
        groups={[
          {
            label: '',
            items: [
              ...services,
              ...compatibleKinds.map((kind) => ({
                value: valueOf(kind),
                label: t(`providers.add.compatible.${kind}`),
                description: t('providers.add.compatibleDescription'),
              })),
            ],
          },
        ]}
        refocusAfterSelect={false}
        onSelect={choose}
      />
      {asked !== undefined && (
        <AddressDialog
          service={asked}
          task={task}
          onClose={() => {
            setAsked(undefined)
            task.clear()
          }}
          onSubmit={(input) => void add(input)}
          // The new provider's own field takes the focus.
          finalFocus={() => !isAdded.current && button.current}
        />
      )}
      {asked === undefined && task.failure && (
        <div className="basis-full">
          <ErrorAlert error={task.failure.error} since={task.failure.at} />
        </div>
      )}
    </>
  )
}

/** Returns a value that differs from every preset's id. */
function valueOf(kind: (typeof compatibleKinds)[number]): string {
  return `compatible:${kind}`
}
