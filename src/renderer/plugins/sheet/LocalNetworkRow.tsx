import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SheetRow } from './SheetRow.tsx'
import type { SheetPart } from './SheetPart.ts'

/** Lets the user allow a plugin this computer and the local network. */
export function LocalNetworkRow({
  choices,
  onChange,
}: Pick<SheetPart, 'choices' | 'onChange'>): ReactNode {
  const { t } = useTranslation()
  return (
    <SheetRow
      note={t('plugins.sheet.localNetwork.note')}
      toggle={{
        label: t('plugins.sheet.localNetwork.label'),
        on: choices.localNetwork,
        onChange: (on) => onChange({ ...choices, localNetwork: on }),
      }}
    >
      {t('plugins.sheet.localNetwork.label')}
    </SheetRow>
  )
}
