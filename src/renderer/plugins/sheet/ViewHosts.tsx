import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HostList } from './HostList.tsx'
import type { SheetPart } from './SheetPart.ts'
import { SheetRow } from './SheetRow.tsx'

/** Lets the user add hosts that the views of a server may reach, besides those of the sheet. */
export function ViewHosts({ choices, onChange }: Omit<SheetPart, 'sheet'>): ReactNode {
  const { t } = useTranslation()
  const { viewHosts } = choices
  return (
    <>
      <SheetRow note={t('plugins.sheet.page.viewHostsNote')}>
        {t(
          viewHosts.length > 0 ? 'plugins.sheet.page.viewHosts' : 'plugins.sheet.page.noViewHosts',
        )}
      </SheetRow>
      <HostList
        hosts={viewHosts}
        onChange={(hosts) => onChange({ ...choices, viewHosts: hosts })}
      />
    </>
  )
}
