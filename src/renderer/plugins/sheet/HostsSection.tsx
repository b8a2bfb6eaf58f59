import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetHost } from '../../../shared/plugins/pluginSheet.ts'
import { formatList } from '../../ui/formatList.ts'
import { visibleText } from '../../ui/visibleText.ts'
import { withHostOn } from './choices.ts'
import { Literal } from './Literal.tsx'
import { LocalNetworkRow } from './LocalNetworkRow.tsx'
import { SheetRow } from './SheetRow.tsx'
import { SheetSection } from './SheetSection.tsx'
import type { SheetPart } from './SheetPart.ts'

/** Shows which hosts a plugin reaches, and what each of them gets. */
export function HostsSection({ sheet, choices, onChange }: SheetPart): ReactNode {
  const { t } = useTranslation()
  const { hosts, localNetwork, process } = sheet
  if (hosts.length === 0 && process) return null
  return (
    <SheetSection title={t('plugins.sheet.hosts.title')}>
      <ul className="setting-group">
        {hosts.length === 0 && <SheetRow>{t('plugins.sheet.hosts.none')}</SheetRow>}
        {hosts.map((host) => (
          <SheetRow
            key={host.host}
            note={<SentText host={host} />}
            toggle={
              host.required
                ? null
                : {
                    label: t('plugins.sheet.hosts.reach', { host: visibleText(host.host) }),
                    on: !choices.hostsOff.includes(host.host),
                    onChange: (on) => onChange(withHostOn(choices, host.host, on)),
                  }
            }
          >
            <Literal text={host.host} />
          </SheetRow>
        ))}
        {localNetwork && <LocalNetworkRow choices={choices} onChange={onChange} />}
      </ul>
    </SheetSection>
  )
}

/** Says what a host gets. */
function SentText({ host }: { host: SheetHost }): ReactNode {
  const { t, i18n } = useTranslation()
  if (host.sends.length === 0) return t('plugins.sheet.hosts.getsNothing')
  const sent = host.sends.map((kind) => t(`plugins.sheet.hosts.sends.${kind}`))
  return t('plugins.sheet.hosts.gets', { what: formatList(i18n.language, sent) })
}
