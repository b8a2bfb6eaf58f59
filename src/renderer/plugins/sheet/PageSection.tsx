import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SheetRow } from './SheetRow.tsx'
import { SheetSection } from './SheetSection.tsx'
import type { SheetPart } from './SheetPart.ts'
import { Literal } from './Literal.tsx'
import { ViewHosts } from './ViewHosts.tsx'

/** Shows what the page of a plugin may do in chats. */
export function PageSection({ sheet, choices, onChange }: SheetPart): ReactNode {
  const { t } = useTranslation()
  const { page, settings, tools, type } = sheet
  if (!page && !tools.some(({ view }) => view?.resource)) return null
  const label = t(page ? 'plugins.sheet.page.label' : 'plugins.sheet.page.views')
  const readLabel = t('plugins.sheet.page.readsSettings')
  return (
    <SheetSection title={t('plugins.sheet.page.title')}>
      <ul className="setting-group">
        <SheetRow
          note={page && <Literal text={page.url} />}
          toggle={
            type === 'standalone'
              ? null
              : {
                  label,
                  on: choices.page,
                  onChange: (on) => onChange({ ...choices, page: on }),
                }
          }
        >
          {label}
        </SheetRow>
        {!page && choices.page && <ViewHosts choices={choices} onChange={onChange} />}
        {page && settings && (
          <SheetRow
            note={t('plugins.sheet.page.readsSettingsNote')}
            toggle={{
              label: readLabel,
              on: choices.pageReadsSettings,
              onChange: (on) => onChange({ ...choices, pageReadsSettings: on }),
            }}
          >
            {readLabel}
          </SheetRow>
        )}
      </ul>
    </SheetSection>
  )
}
