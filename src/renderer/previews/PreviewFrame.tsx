import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { api } from '../core/bridge.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Alert } from '../ui/status/Alert.tsx'
import { Skeleton } from '../ui/status/Skeleton.tsx'
import { DrawnPreview } from './DrawnPreview.tsx'
import type { PreviewEnd } from './DrawnPreview.tsx'

interface PreviewFrameProps {
  kind: 'html' | 'svg'
  name: string
  text: string
}

type State =
  | { kind: 'loading' }
  | { kind: 'shown'; previewId: string; address: string }
  | { kind: 'failed'; error: WireError; since: number }
  | { kind: 'ended'; reason: PreviewEnd }

/** Shows a document in a frame of its own, as long as it keeps to its place. */
export function PreviewFrame({ kind, name, text }: PreviewFrameProps): ReactNode {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>({ kind: 'loading' })
  const again = (
    <Button
      size="small"
      onClick={() => {
        setState({ kind: 'loading' })
        setAttempt(attempt + 1)
      }}
    >
      {t('pluginFrames.again')}
    </Button>
  )
  useEffect(() => {
    let isGone = false
    let openedId: string | undefined
    const close = (previewId: string): void =>
      void api.previews.close({ previewId }).catch(() => undefined)
    api.previews.open({ kind, text }).then(
      ({ previewId, address }) => {
        if (isGone) return close(previewId)
        openedId = previewId
        setState({ kind: 'shown', previewId, address })
      },
      (error: unknown) => {
        if (!isGone) setState({ kind: 'failed', error: toWire(error), since: Date.now() })
      },
    )
    return () => {
      isGone = true
      if (openedId !== undefined) close(openedId)
    }
  }, [kind, text, attempt])

  switch (state.kind) {
    case 'loading':
      return <Skeleton className="m-4 h-60" />
    case 'failed':
      return (
        <div className="p-4">
          <ErrorAlert error={state.error} since={state.since}>
            {again}
          </ErrorAlert>
        </div>
      )
    case 'ended':
      return (
        <div className="p-4">
          <Alert tone="note" actions={again}>
            {state.reason === 'user'
              ? t('previews.ended')
              : t(`pluginFrames.removed.${state.reason}`)}
          </Alert>
        </div>
      )
    case 'shown':
      return (
        <DrawnPreview
          previewId={state.previewId}
          address={state.address}
          name={name}
          onEnded={(reason) => setState({ kind: 'ended', reason })}
        />
      )
  }
}
