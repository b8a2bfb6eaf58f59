import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isObject } from '../../../shared/json.ts'
import { visibleText } from '../../ui/visibleText.ts'
import { signInTitle } from '../signInTitles.ts'
import { settingTitles } from '../settingTitles.ts'
import { SheetRow } from './SheetRow.tsx'
import { SheetSection } from './SheetSection.tsx'
import type { SheetPart } from './SheetPart.ts'

/** Lists what a plugin wants to be told, and where Parley keeps it. */
export function SettingsSection({ sheet }: SheetPart): ReactNode {
  const { t } = useTranslation()
  const properties = sheet.settings?.['properties']
  const names = isObject(properties) ? Object.keys(properties) : []
  if (names.length === 0) return null
  const titles = settingTitles(sheet.settings, names)
  return (
    <SheetSection title={t('plugins.sheet.settings.title')}>
      <ul className="setting-group">
        {names.map((name, index) => (
          <SheetRow
            key={name}
            note={
              sheet.secretSettings.includes(name)
                ? t('plugins.sheet.settings.secret')
                : t('plugins.sheet.settings.open')
            }
          >
            <bdi>{visibleText(signInTitle(t, sheet, name) ?? titles[index] ?? name)}</bdi>
          </SheetRow>
        ))}
      </ul>
    </SheetSection>
  )
}
