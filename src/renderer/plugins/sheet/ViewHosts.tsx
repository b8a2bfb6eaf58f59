import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/IconButton.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { AddText } from './AddText.tsx'
import { hostOfText } from './hostOfText.ts'
import { Literal } from './Literal.tsx'
import type { SheetPart } from './SheetPart.ts'
import { SheetRow } from './SheetRow.tsx'

/** Lets the user add hosts that the views of a server may reach, besides those of the sheet. */
export function ViewHosts({ choices, onChange }: Omit<SheetPart, 'sheet'>): ReactNode {
  const { t } = useTranslation()
  const { viewHosts } = choices
  const others = (host: string): string[] => viewHosts.filter((one) => one !== host)
  return (
    <>
      <SheetRow note={t('plugins.sheet.page.viewHostsNote')}>
        {t(
          viewHosts.length > 0 ? 'plugins.sheet.page.viewHosts' : 'plugins.sheet.page.noViewHosts',
        )}
      </SheetRow>
      {viewHosts.map((host) => (
        <SheetRow
          key={host}
          control={
            <IconButton
              icon={<X aria-hidden className="size-4" />}
              label={t('plugins.sheet.process.network.remove', { host: visibleText(host) })}
              onClick={() => onChange({ ...choices, viewHosts: others(host) })}
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
          onAdd={(host) => onChange({ ...choices, viewHosts: [...others(host), host] })}
        />
      </li>
    </>
  )
}
