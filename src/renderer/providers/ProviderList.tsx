import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preset, ProviderState } from '../../shared/providers.ts'
import { RowList } from '../ui/layout/RowList.tsx'
import type { FieldName } from './fieldNames.ts'
import { useOpenRow } from './openRows.ts'
import { keepOrder, orderByUse } from './orderByUse.ts'
import type { ModelUse } from './orderByUse.ts'
import { ProviderRow } from './ProviderRow.tsx'
import { StoppedServers } from './StoppedServers.tsx'

interface ProviderListProps {
  providers: readonly ProviderState[]
  presets: readonly Preset[] | undefined
  /** Use of the models when the list opens; it decides the order. */
  use: ModelUse
  /** See ProviderRow. */
  wantedOf: (providerId: string) => FieldName | undefined
  onReached: () => void
  onRemoved: () => void
}

/**
 * Lists the servers found here and the providers that the user added by their use, and those that
 * come along.
 */
export function ProviderList(props: ProviderListProps): ReactNode {
  const { providers, presets, use, wantedOf, onReached, onRemoved } = props
  const { t } = useTranslation()
  const [onlyId] = useState(() => idOfOnlyAdded(providers))
  const { here, stopped } = useLocalServers(providers)
  const added = providers.filter(({ kind }) => kind !== 'local' && kind !== 'guide')
  const [order] = useState(() => orderByUse([...here, ...added], use).map(({ id }) => id))
  const guide = providers.filter(({ kind }) => kind === 'guide')
  const isStoppedWanted = stopped.some(({ id }) => wantedOf(id) !== undefined)
  const [stoppedOpen, setStoppedOpen] = useOpenRow('not running', false)
  useEffect(() => {
    if (isStoppedWanted) setStoppedOpen(true)
  }, [isStoppedWanted, setStoppedOpen])

  const rowOf = (provider: ProviderState): ReactNode => (
    <ProviderRow
      key={provider.id}
      provider={provider}
      keyUrl={presets?.find(({ id }) => id === provider.presetId)?.keyUrl ?? null}
      isOnly={provider.id === onlyId}
      wanted={wantedOf(provider.id)}
      onReached={onReached}
      onRemoved={onRemoved}
    />
  )
  // One array, in which a row that moves keeps its fields and the focus.
  const rows = [
    ...[...keepOrder([...here, ...added], order), ...guide].map(rowOf),
    stopped.length > 0 && (
      <StoppedServers
        key="not running"
        servers={stopped}
        open={stoppedOpen}
        onOpenChange={setStoppedOpen}
      />
    ),
    ...(stoppedOpen ? stopped.map(rowOf) : []),
  ]
  return <RowList label={t('settings.sections.providers')}>{rows}</RowList>
}

/** Returns the id of the provider that the user added, if there is exactly one. */
function idOfOnlyAdded(providers: readonly ProviderState[]): string | undefined {
  const added = providers.filter(({ removable }) => removable)
  return added.length === 1 ? added[0]?.id : undefined
}

interface LocalServers {
  here: ProviderState[]
  stopped: ProviderState[]
}

/**
 * Returns the known servers of this computer in two parts. One that stops stays where it is until
 * the settings open anew: its row may have the focus.
 */
function useLocalServers(providers: readonly ProviderState[]): LocalServers {
  const local = providers.filter(({ kind }) => kind === 'local')
  const [seen, setSeen] = useState<readonly string[]>([])
  const unseen = local.filter(({ id, found }) => found && !seen.includes(id))
  if (unseen.length > 0) setSeen([...seen, ...unseen.map(({ id }) => id)])
  const isHere = ({ id, found }: ProviderState): boolean => found || seen.includes(id)
  return { here: local.filter(isHere), stopped: local.filter((server) => !isHere(server)) }
}
