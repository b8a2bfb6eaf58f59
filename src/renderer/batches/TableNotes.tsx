import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableNotes as Notes } from '../../shared/batches/batches.ts'
import { Alert } from '../ui/status/Alert.tsx'

interface TableNotesProps {
  notes: Notes
  onDismiss: () => void
}

const kinds = ['hiddenRows', 'hiddenColumns', 'emptyFormulas'] as const

/** Says of a workbook's sheet what its user may not expect. */
export function TableNotes({ notes, onDismiss }: TableNotesProps): ReactNode {
  const { t } = useTranslation()
  const shown = kinds.filter((kind) => notes[kind] > 0)
  if (shown.length === 0) return null
  return (
    <Alert tone="note" dismiss={{ label: t('app.dismiss'), run: onDismiss }}>
      {shown.map((kind) => (
        <p key={kind}>{t(`batches.notes.${kind}`, { count: notes[kind] })}</p>
      ))}
    </Alert>
  )
}
