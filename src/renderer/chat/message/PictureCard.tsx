import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toWire, type WireError } from '../../../shared/errors.ts'
import type { MediaJob } from '../../../shared/media/media.ts'
import type { Attachment } from '../../../shared/chat/parts.ts'
import { MessageFiles } from '../../attachments/MessageFiles.tsx'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { errorText } from '../../core/errorText.ts'
import { attempt } from '../../core/failures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ElapsedTime } from '../../ui/status/ElapsedTime.tsx'
import { ProgressBar } from '../../ui/status/ProgressBar.tsx'

/** Shows the pictures of a job that the model has asked for, or how far they are. */
export function PictureCard({ jobId }: { jobId: string }): ReactNode {
  const { job, files, failure } = usePictures(jobId)
  if (files.length > 0) {
    return (
      <>
        <MessageFiles files={files} align="start" />
        {job?.error && <Shortfall error={job.error} />}
      </>
    )
  }
  if (failure) return <ErrorAlert error={failure} since={0} />
  if (!job) return null
  return (
    <div className="space-y-2 rounded-xl border border-line px-3.5 py-2.5">
      {isUnderWay(job) ? <Progress job={job} /> : <Ending job={job} />}
    </div>
  )
}

/** Says what is missing of a result that is there. */
function Shortfall({ error }: { error: WireError }): ReactNode {
  const { t } = useTranslation()
  return <p className="text-sm text-warning-ink">{errorText(t, error).sentence}</p>
}

function isUnderWay({ state }: MediaJob): boolean {
  return !['done', 'failed', 'cancelled', 'unknown', 'lost'].includes(state)
}

function Progress({ job }: { job: MediaJob }): ReactNode {
  const { t } = useTranslation()
  const { id, cancelling, progress, submittedAt, createdAt, resumable, error, until } = job
  const making = t('chat.tool.picture.making')
  return (
    <>
      <div className="flex items-center gap-3">
        <p role="status" className="min-w-0 flex-1 text-sm">
          {making}
        </p>
        <span className="text-xs text-muted tabular-nums">
          <ElapsedTime since={submittedAt ?? createdAt} />
        </span>
        <Button
          size="small"
          disabled={cancelling}
          onClick={() => attempt(api.media.cancel({ id }).then(() => undefined))}
        >
          {t('app.cancel')}
        </Button>
      </div>
      <ProgressBar label={making} fraction={progress ?? undefined} valueText={making} />
      {!resumable && <p className="text-xs text-muted">{t('chat.tool.picture.staysOpen')}</p>}
      {error && (
        <ErrorAlert
          error={error}
          // A limit counts down to the next try.
          since={(until ?? createdAt) - (error.details?.retryAfterSeconds ?? 0) * 1000}
          offered={['retry']}
          onAction={() => attempt(api.media.lookAgain({ id }).then(() => undefined))}
        />
      )}
    </>
  )
}

/** Says why there is no picture. Only the user may send the request again. */
function Ending({ job }: { job: MediaJob }): ReactNode {
  const { t } = useTranslation()
  const { id, state, error, endedAt, createdAt } = job
  const again = (work: Promise<MediaJob>): void => attempt(work.then(() => undefined))
  const buttons = (
    <>
      {state === 'unknown' && (
        <Button size="small" onClick={() => again(api.media.lookAgain({ id }))}>
          {t('chat.tool.picture.lookAgain')}
        </Button>
      )}
      {state !== 'done' && (
        <Button size="small" onClick={() => again(api.media.submitAgain({ id }))}>
          {t('chat.tool.picture.sendAgain')}
        </Button>
      )}
    </>
  )
  if (error && state !== 'cancelled') {
    return (
      <ErrorAlert error={error} since={endedAt ?? createdAt}>
        {buttons}
      </ErrorAlert>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 text-sm">{t('chat.tool.picture.none')}</p>
      {buttons}
    </div>
  )
}

interface Pictures {
  job: MediaJob | undefined
  files: readonly Attachment[]
  failure: WireError | undefined
}

const nothing: Pictures = { job: undefined, files: [], failure: undefined }

/** Follows a job until its pictures are there. */
function usePictures(jobId: string): Pictures {
  const [pictures, setPictures] = useState(nothing)
  useEffect(() => {
    let isShown = true
    const show = (next: Partial<Pictures>): void => {
      if (isShown) setPictures((known) => ({ ...known, ...next }))
    }
    const take = (job: MediaJob): void => {
      show({ job, failure: undefined })
      if (job.state === 'done') readFiles(jobId).then((files) => show({ files }), fail)
    }
    const fail = (error: unknown): void => show({ failure: toWire(error) })
    const stop = api.media.jobsChanged((jobs) => {
      const changed = jobs.find(({ id }) => id === jobId)
      if (changed) take(changed)
    })
    api.media.job({ id: jobId }).then(take, fail)
    return () => {
      isShown = false
      stop()
    }
  }, [jobId])
  return pictures
}

async function readFiles(jobId: string): Promise<Attachment[]> {
  const { outputs } = await api.media.outputs({ filter: { jobId } })
  return outputs
    .toSorted((one, other) => one.ordinal - other.ordinal)
    .map(({ fileId, mediaType, sizeBytes, prompt, flagged }) => ({
      id: fileId,
      name: prompt.slice(0, 60).toWellFormed() || mediaType,
      mediaType,
      sizeBytes,
      ...(flagged && { flagged }),
    }))
}
