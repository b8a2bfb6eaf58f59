import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SheetRow } from './SheetRow.tsx'
import { SheetSection } from './SheetSection.tsx'
import type { SheetPart } from './SheetPart.ts'
import { StrangersText } from './StrangersText.tsx'

/** Shows the whole text that a plugin adds to the prompt. */
export function InstructionsSection({ sheet, choices, onChange }: SheetPart): ReactNode {
  const { t } = useTranslation()
  const { instructions } = sheet
  if (instructions === null) return null
  const label = t('plugins.sheet.instructions.label')
  return (
    <SheetSection title={t('plugins.sheet.instructions.title')}>
      <ul className="setting-group">
        <SheetRow
          note={t('plugins.sheet.instructions.note')}
          toggle={{
            label,
            on: choices.instructions,
            onChange: (on) => onChange({ ...choices, instructions: on }),
          }}
        >
          {label}
        </SheetRow>
        <li className="py-2.5">
          <StrangersText text={instructions} label={t('plugins.sheet.instructions.title')} />
        </li>
      </ul>
    </SheetSection>
  )
}
