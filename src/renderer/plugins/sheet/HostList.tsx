import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { AddText } from './AddText.tsx'
import { hostOfText } from './hostOfText.ts'
import { Literal } from './Literal.tsx'
import { SheetRow } from './SheetRow.tsx'

interface HostListProps {
  hosts: readonly string[]
  onChange: (hosts: string[]) => void
}

/** Lists hosts that the user has named, and takes more. */
export function HostList({ hosts, onChange }: HostListProps): ReactNode {
  const { t } = useTranslation()
  const others = (host: string): string[] => hosts.filter((one) => one !== host)
  return (
    <>
      {hosts.map((host) => (
        <SheetRow
          key={host}
          control={
            <IconButton
              icon={<X aria-hidden className="size-4" />}
              label={t('plugins.sheet.process.network.remove', { host: visibleText(host) })}
              onClick={() => onChange(others(host))}
            />
          }
        >
          <Literal text={host} />
        </SheetRow>
      ))}
      <li className="py-2.5">
        <AddText
          label={t('plugins.sheet.process.network.host')}
          action={t('plugins.sheet.process.network.add')}
          read={hostOfText}
          onAdd={(host) => onChange([...others(host), host])}
        />
      </li>
    </>
  )
}
