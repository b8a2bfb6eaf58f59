import { AppWindow } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { api } from '../../core/bridge.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { ShownPage } from './ShownPage.tsx'
import type { OpenedPage, Removal } from './ShownPage.tsx'
import { themeNow } from './theme.ts'
import './pluginFrame.css'

export interface PluginFrameProps {
  messageId: string
  toolCallId: string
  /** Takes the answer as the page has changed it. */
  onChanged: (message: Message) => void
  /** The page wants the model to go on with its answer. */
  onAsksModel: () => void
  /** The user wants a text of a view in the message. */
  onDrafted: (text: string) => void
}

type State =
  | { kind: 'loading' }
  | { kind: 'shown'; page: OpenedPage }
  | { kind: 'failed'; error: WireError; since: number }
  | { kind: 'removed'; reason: Removal }

/** Shows a plugin's page for the result of a call, as long as the page keeps to its place. */
export function PluginFrame(props: PluginFrameProps): ReactNode {
  const { messageId, toolCallId, onChanged, onAsksModel, onDrafted } = props
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>({ kind: 'loading' })
  const again = (): void => {
    setState({ kind: 'loading' })
    setAttempt(attempt + 1)
  }

  useEffect(() => {
    let isGone = false
    let frameId: string | undefined
    const close = (id: string): void => void api.pluginFrames.close({ frameId: id }).catch(() => {})
    api.pluginFrames.open({ messageId, toolCallId, theme: themeNow() }).then(
      (page) => {
        if (isGone) return close(page.frameId)
        frameId = page.frameId
        setState({ kind: 'shown', page })
      },
      (error: unknown) => {
        if (!isGone) setState({ kind: 'failed', error: toWire(error), since: Date.now() })
      },
    )
    const unfollow = api.pluginFrames.closed((closed) => {
      if (closed.frameId === frameId) setState({ kind: 'removed', reason: closed.reason })
    })
    return () => {
      isGone = true
      unfollow()
      if (frameId !== undefined) close(frameId)
    }
  }, [messageId, toolCallId, attempt])

  switch (state.kind) {
    case 'loading':
      return <Skeleton className="plugin-frame-waiting" />
    case 'failed':
      return (
        <ErrorAlert error={state.error} since={state.since}>
          <Button size="small" onClick={again}>
            {t('pluginFrames.again')}
          </Button>
        </ErrorAlert>
      )
    case 'removed':
      return (
        <Alert
          tone="note"
          actions={
            <Button
              size="small"
              icon={<AppWindow aria-hidden className="size-4" />}
              onClick={again}
            >
              {t('pluginFrames.again')}
            </Button>
          }
        >
          {t(`pluginFrames.removed.${state.reason}`)}
        </Alert>
      )
    case 'shown':
      return (
        <ShownPage
          page={state.page}
          onRemoved={(reason) => setState({ kind: 'removed', reason })}
          onChanged={onChanged}
          onAsksModel={onAsksModel}
          onDrafted={onDrafted}
        />
      )
  }
}
