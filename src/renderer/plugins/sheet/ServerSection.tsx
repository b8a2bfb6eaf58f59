import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SheetRow } from './SheetRow.tsx'
import { SheetSection } from './SheetSection.tsx'
import type { SheetPart } from './SheetPart.ts'

const grants = ['roots', 'sampling'] as const

/** Shows what an MCP server may ask of Parley. */
export function ServerSection({ sheet, choices, onChange }: SheetPart): ReactNode {
  const { t } = useTranslation()
  if (sheet.format !== 'mcp') return null
  return (
    <SheetSection title={t('plugins.sheet.server.title')}>
      <ul className="setting-group">
        {grants.map((grant) => (
          <SheetRow
            key={grant}
            note={t(`plugins.sheet.server.${grant}.note`)}
            toggle={{
              label: t(`plugins.sheet.server.${grant}.label`),
              on: choices[grant],
              onChange: (on) => onChange({ ...choices, [grant]: on }),
            }}
          >
            {t(`plugins.sheet.server.${grant}.label`)}
          </SheetRow>
        ))}
      </ul>
    </SheetSection>
  )
}
