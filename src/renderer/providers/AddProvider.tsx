import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preset } from '../../shared/providers.ts'
import { api } from '../app/bridge.ts'
import { ErrorAlert } from '../app/ErrorAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { SearchableSelect } from '../ui/SearchableSelect.tsx'
import { AddressDialog } from './AddressDialog.tsx'
import { placeholdersIn } from './addressPlaceholders.ts'
import { useTask } from './useTask.ts'

interface AddProviderProps {
  /** The button itself, for whoever has to put the focus there. */
  button: RefObject<HTMLButtonElement | null>
  presets: readonly Preset[] | undefined
  onAdded: (providerId: string) => void
}

const compatible = 'openai-compatible'

/** The button and the list of services; where an address is needed it is asked for next. */
export function AddProvider({ button, presets = [], onAdded }: AddProviderProps): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const [asked, setAsked] = useState<Preset | null>()
  const isAdded = useRef(false)

  const add = async (input: Parameters<typeof api.providers.add>[0]): Promise<void> => {
    const added = await task.run(() => api.providers.add(input))
    if (!added) return
    isAdded.current = true
    setAsked(undefined)
    onAdded(added.id)
  }
  const choose = (id: string): void => {
    const preset = presets.find((candidate) => candidate.id === id) ?? null
    isAdded.current = false
    const needsAddress = preset === null || placeholdersIn(preset.baseUrl).length > 0
    if (needsAddress) setAsked(preset)
    else void add({ presetId: preset.id })
  }
  const services = presets.map((preset) => ({ value: preset.id, label: preset.name }))
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
              {
                value: compatible,
                label: t('providers.add.compatible'),
                description: t('providers.add.compatibleDescription'),
              },
            ],
          },
        ]}
        refocusAfterSelect={false}
        onSelect={choose}
      />
      {asked !== undefined && (
        <AddressDialog
          preset={asked}
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
