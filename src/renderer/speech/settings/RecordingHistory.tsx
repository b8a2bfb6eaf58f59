import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { RecordingRow } from './RecordingRow.tsx'
import { useRecordings } from './useRecordings.ts'

/** Lists the recordings with their texts. */
export function RecordingHistory(): ReactNode {
  const { t } = useTranslation()
  const { recordings, hasMore, loadMore, forgetAll } = useRecordings()
  const [isAsking, setAsking] = useState(false)
  if (!recordings) return null
  if (recordings.length === 0) {
    return <p className="py-3 text-sm text-muted">{t('speech.recordings.none')}</p>
  }
  return (
    <>
      <ul aria-label={t('speech.recordings.title')} className="divide-y divide-line">
        {recordings.map((recording) => (
          <RecordingRow key={recording.id} recording={recording} />
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-2 py-3">
        {hasMore && <Button onClick={loadMore}>{t('speech.recordings.more')}</Button>}
        <Button variant="quiet" className="ms-auto" onClick={() => setAsking(true)}>
          {t('speech.recordings.clear')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('speech.recordings.clearTitle')}
        description={t('speech.recordings.clearHint')}
        confirmLabel={t('speech.recordings.clear')}
        cancelLabel={t('app.cancel')}
        onConfirm={forgetAll}
      />
    </>
  )
}
