import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { SyntheticEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { JobFailure } from '../../core/jobs/EndedJob.tsx'
import { isActive } from '../../core/jobs/jobs.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { PullProgress } from './PullProgress.tsx'
import { forgetEndedPulls, pullsAtom, startPull } from './pulls.ts'

interface GetModelProps {
  providerId: string
  /** Called when a model has arrived. */
  onFetched: () => Promise<void>
}

/** Downloads a model by its name to a local server. */
export function GetModel({ providerId, onFetched }: GetModelProps): ReactNode {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const pulls = useAtomValue(pullsAtom).filter(({ input }) => input.providerId === providerId)
  const active = pulls.filter(isActive)
  // Only the last finished download is shown here; the list of jobs has all.
  const ended = active.length > 0 ? undefined : pulls.at(-1)
  const field = useRef<HTMLInputElement>(null)
  const fetchedId = ended?.state === 'done' ? ended.id : undefined
  useEffect(() => {
    if (fetchedId === undefined) return
    setName('')
    void onFetched()
  }, [fetchedId, onFetched])
  // The user has seen finished downloads here; the jobs show running ones.
  useEffect(() => () => forgetEndedPulls(providerId), [providerId])

  const focusField = (): void => field.current?.focus()
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') startPull(providerId, name.trim())
  }
  return (
    <div className="space-y-3">
      <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-2">
        <TextField
          ref={field}
          label={t('providers.pull.title')}
          placeholder="llama3.2:3b"
          dir="ltr"
          data-field="modelName"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={name.trim() === '' || active.length > 0}>
          {t('providers.pull.get')}
        </Button>
      </form>
      {active.map((job) => (
        <PullProgress key={job.id} job={job} onCancelled={focusField} />
      ))}
      {ended && <JobFailure job={ended} onRetry={focusField} />}
      <p role="status" className="text-sm text-success-ink empty:hidden">
        {fetchedId !== undefined && t('providers.pull.done', { name: ended?.input.modelId })}
      </p>
    </div>
  )
}
