import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProcessNetwork } from '../../../shared/plugins/pluginSheet.ts'
import { formatList } from '../../ui/formatList.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { HostList } from './HostList.tsx'
import { SheetRow } from './SheetRow.tsx'

interface NetworkAccessProps {
  network: ProcessNetwork
  onChange: (network: ProcessNetwork) => void
}

const kinds = ['all', 'some', 'none'] as const
type Kind = (typeof kinds)[number]

/** Shows what a sandboxed program may reach, and lets the user bound it to some hosts. */
export function NetworkAccess({ network, onChange }: NetworkAccessProps): ReactNode {
  const { t, i18n } = useTranslation()
  // The list of hosts is empty at first, and reaches nothing until the user adds one.
  const [kind, setKind] = useState<Kind>(() => kindOf(network))
  const hosts = network === 'all' ? [] : network
  const choose = (next: Kind): void => {
    setKind(next)
    onChange(next === 'all' ? 'all' : next === 'some' ? [...hosts] : [])
  }
  const sentence = {
    all: t('plugins.sheet.process.network.all'),
    some: t('plugins.sheet.process.network.some', {
      hosts: formatList(i18n.language, hosts.map(visibleText)),
    }),
    none: t('plugins.sheet.process.network.none'),
  }
  return (
    <>
      <SheetRow
        note={kind !== 'none' && t('plugins.sheet.process.network.proxied')}
        control={
          <Select
            label={t('plugins.sheet.process.network.label')}
            value={kind}
            options={kinds.map((value) => ({
              value,
              label: t(`plugins.sheet.process.network.choices.${value}`),
            }))}
            onValueChange={choose}
          />
        }
      >
        {sentence[kindOf(network)]}
      </SheetRow>
      {kind === 'some' && <HostList hosts={hosts} onChange={onChange} />}
    </>
  )
}

function kindOf(network: ProcessNetwork): Kind {
  if (network === 'all') return 'all'
  return network.length > 0 ? 'some' : 'none'
}
