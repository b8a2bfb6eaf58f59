import { Plug, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preset, ProviderState } from '../../shared/providers.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { ServiceMark } from '../core/models/ServiceMark.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { SearchableSelect } from '../ui/controls/SearchableSelect.tsx'
import type { SearchableOption } from '../ui/controls/SearchableSelect.tsx'
import { AddressDialog } from './AddressDialog.tsx'
import { placeholdersIn } from './addressPlaceholders.ts'
import { firstKeyId } from './keys/keyRows.ts'
import { compatibleKinds, servicesToAdd } from './servicesToAdd.ts'
import type { CompatibleKind, ServiceToAdd } from './servicesToAdd.ts'
import { useTask } from '../core/useTask.ts'

interface AddProviderProps {
  /** The button, for callers that focus it. */
  button: RefObject<HTMLButtonElement | null>
  presets: readonly Preset[] | undefined
  onAdded: (providerId: string) => void
}

/**
 * Shows the button and the list of services. For a service that needs an address, it then asks for
 * that.
 */
export function AddProvider({ button, presets = [], onAdded }: AddProviderProps): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const [asked, setAsked] = useState<ServiceToAdd>()
  const isAdded = useRef(false)

  const add = async (input: NewService, key = ''): Promise<void> => {
    const added = await task.run(() => addWithKey(input, key))
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
  const optionOf = ({ preset, kind }: ServiceToAdd): SearchableOption => {
    if (preset) {
      const { id, name } = preset
      return { value: id, label: name, mark: <ServiceMark presetId={id} name={name} /> }
    }
    const label = t(`providers.add.compatible.${kind}`)
    const description = t('providers.add.compatibleDescription')
    return { value: valueOf(kind), label, description, mark: <AnyServer /> }
  }
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
        groups={[{ label: '', items: servicesToAdd(presets).map(optionOf) }]}
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
          onSubmit={(input, key) => void add(input, key)}
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

type NewService = Parameters<typeof api.providers.add>[0]

/** Adds a provider with its key, or neither: a second try must not add a second provider. */
async function addWithKey(input: NewService, key: string): Promise<ProviderState> {
  const added = await api.providers.add(input)
  if (key === '') return added
  try {
    await api.secrets.set({ providerId: added.id, keyId: firstKeyId, key, sessionOnly: false })
  } catch (error) {
    await api.providers.remove({ id: added.id })
    throw error
  }
  return added
}

/** Shows the mark of a service that is known by its address alone. */
function AnyServer(): ReactNode {
  return (
    <span className="grid size-5.5 shrink-0 place-items-center rounded-md bg-control text-muted">
      <Plug aria-hidden className="size-3.5" />
    </span>
  )
}

/** Returns a value that differs from every preset's id. */
function valueOf(kind: CompatibleKind): string {
  return `compatible:${kind}`
}
