import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { SyntheticEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { PullProgressView } from './PullProgressView.tsx'
import { cancelPull, forgetEndedPull, pullsAtom, startPull } from './pulls.ts'

interface GetModelProps {
  providerId: string
  /** A model has come. */
  onFetched: () => Promise<void>
}

/** Fetches a model to a local server by its name. */
export function GetModel({ providerId, onFetched }: GetModelProps): ReactNode {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const pull = useAtomValue(pullsAtom)[providerId]
  const field = useRef<HTMLInputElement>(null)
  const state = pull?.state
  useEffect(() => {
    if (state !== 'done') return
    setName('')
    void onFetched()
  }, [state, onFetched])
  // What has ended here has been told; what is under way goes on, and is told of by the jobs.
  useEffect(() => () => forgetEndedPull(providerId), [providerId])

  const get = (modelId: string): void => void startPull(api, { providerId, modelId })
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') get(name.trim())
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
        <Button type="submit" disabled={name.trim() === '' || state === 'running'}>
          {t('providers.pull.get')}
        </Button>
      </form>
      {pull?.state === 'running' && (
        <PullProgressView
          pull={pull}
          onCancel={() => {
            cancelPull(providerId)
            field.current?.focus()
          }}
        />
      )}
      {pull?.failure && (
        <ErrorAlert error={pull.failure.error} since={pull.failure.at}>
          <Button
            size="small"
            onClick={() => {
              get(pull.modelId)
              field.current?.focus()
            }}
          >
            {t('errors.actions.retry')}
          </Button>
        </ErrorAlert>
      )}
      <p role="status" className="text-sm text-success-ink empty:hidden">
        {state === 'done' && t('providers.pull.done', { name: pull?.modelId })}
      </p>
    </div>
  )
}
