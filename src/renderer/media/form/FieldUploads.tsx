import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { formatBytes } from '../../ui/formatAmount.ts'
import { ProgressRow } from '../../ui/status/ProgressRow.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { uploadsAtom } from './uploadInput.ts'

/** Smaller files are there before anybody could read how far they are. */
const minShownBytes = 8_000_000

interface FieldUploadsProps {
  /** The name of the field. */
  field: string
  onCancelled: () => void
}

/** Shows how far the large files are that are copied into a field, and cancels them. */
export function FieldUploads({ field, onCancelled }: FieldUploadsProps): ReactNode {
  const { t, i18n } = useTranslation()
  const uploads = useAtomValue(uploadsAtom).filter(
    (upload) => upload.field === field && upload.sizeBytes >= minShownBytes,
  )
  return uploads.map(({ key, name, sizeBytes, fraction, cancel }) => (
    <ProgressRow
      key={key}
      title={t('media.form.copying', { name: visibleText(name) })}
      fraction={fraction}
      note={t('media.form.copied', {
        done: formatBytes(i18n.language, fraction * sizeBytes),
        total: formatBytes(i18n.language, sizeBytes),
      })}
      actions={
        <Button
          size="small"
          onClick={() => {
            cancel()
            onCancelled()
          }}
        >
          {t('app.cancel')}
        </Button>
      }
    />
  ))
}
