import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/formatAmount.ts'
import { withToolOn } from './choices.ts'
import { SheetSection } from './SheetSection.tsx'
import type { SheetPart } from './SheetPart.ts'
import { ToolRow } from './ToolRow.tsx'

/** Lists the tools of a plugin before its installation. */
export function SheetTools({ sheet, choices, onChange }: SheetPart): ReactNode {
  const { t, i18n } = useTranslation()
  const { tools } = sheet
  const on = tools.filter(({ name }) => !choices.toolsOff.includes(name))
  const tokens = on.reduce((sum, tool) => sum + tool.tokens, 0)
  const noTools = t(sheet.format === 'mcp' ? 'plugins.tool.later' : 'plugins.tool.none')
  const cost = t('plugins.toolCost', {
    count: on.length,
    tokens: formatNumber(i18n.language, tokens),
  })
  const summary = tools.length === 0 ? noTools : on.length === 0 ? t('plugins.toolsOff') : cost
  return (
    <SheetSection title={t('plugins.parts.tools')}>
      <p className="text-sm text-muted">{summary}</p>
      {tools.length > 0 && (
        <ul className="setting-group">
          {tools.map((tool) => (
            <li key={tool.name} className="py-3">
              <ToolRow
                tool={tool}
                on={!choices.toolsOff.includes(tool.name)}
                onChange={(next) => onChange(withToolOn(choices, tool.name, next))}
              />
            </li>
          ))}
        </ul>
      )}
    </SheetSection>
  )
}
