import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SheetRow } from './SheetRow.tsx'
import { SheetSection } from './SheetSection.tsx'
import type { SheetPart } from './SheetPart.ts'
import { Literal } from './Literal.tsx'

/** Shows what the page of a plugin may do in chats. */
export function PageSection({ sheet, choices, onChange }: SheetPart): ReactNode {
  const { t } = useTranslation()
  const { page, settings, type } = sheet
  if (!page) return null
  const label = t('plugins.sheet.page.label')
  const readLabel = t('plugins.sheet.page.readsSettings')
  return (
    <SheetSection title={t('plugins.sheet.page.title')}>
      <ul className="setting-group">
        <SheetRow
          note={<Literal text={page.url} />}
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
        {settings && (
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
