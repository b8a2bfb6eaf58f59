import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/controls/Button.tsx'
import { Card } from '../ui/layout/Card.tsx'

interface ChooseSheetProps {
  /** The name of the workbook's file. */
  name: string
  sheets: readonly string[]
  isBusy: boolean
  onChoose: (sheet: string) => void
  onCancel: () => void
}

/** Lets the user choose the sheet of a workbook that is read as a table. */
export function ChooseSheet(props: ChooseSheetProps): ReactNode {
  const { name, sheets, isBusy, onChoose, onCancel } = props
  const { t } = useTranslation()
  return (
    <Card title={name}>
      <p className="text-sm">{t('batches.sheets.choose')}</p>
      <div role="group" aria-label={t('batches.sheets.list')} className="flex flex-wrap gap-1.5">
        {sheets.map((sheet) => (
          <Button key={sheet} size="small" busy={isBusy} onClick={() => onChoose(sheet)}>
            <bdi>{sheet}</bdi>
          </Button>
        ))}
      </div>
      <Button variant="quiet" onClick={onCancel}>
        {t('app.cancel')}
      </Button>
    </Card>
  )
}
