import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreviewProblem } from '../../shared/previews.ts'
import { api } from '../core/bridge.ts'
import { CoveredFrame, useFrameUse, type FrameFault } from '../plugins/frames/CoveredFrame.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Alert } from '../ui/status/Alert.tsx'
import { PreviewProblems } from './PreviewProblems.tsx'
import { watchBeats } from './watchBeats.ts'

/** Why a preview has lost its frame; `user` if the user has ended it. */
export type PreviewEnd = FrameFault | 'user'

interface DrawnPreviewProps {
  previewId: string
  address: string
  name: string
  onEnded: (reason: PreviewEnd) => void
}

/**
 * Draws a document below a cover that the user opens to work in it, as a plugin's page. A document
 * that is silent gets a button that ends it.
 */
export function DrawnPreview({ previewId, address, name, onEnded }: DrawnPreviewProps): ReactNode {
  const { t } = useTranslation()
  const [isSilent, setSilent] = useState(false)
  const [problems, setProblems] = useState<readonly PreviewProblem[]>([])
  const use = useFrameUse()
  const { frameRef, watch } = use
  const ended = useRef(onEnded)
  useEffect(() => {
    ended.current = onEnded
  })
  const remove = useCallback(
    (reason: PreviewEnd): void => {
      // At once: until the next drawing the document could go on. Its process ends with the frame.
      frameRef.current?.remove()
      ended.current(reason)
    },
    [frameRef],
  )

  useEffect(() => {
    const frame = frameRef.current
    if (!frame) return
    const beats = watchBeats(
      () => setSilent(true),
      () => setSilent(false),
    )
    const stops = [
      beats.stop,
      api.previews.failed((failed) => {
        if (failed.previewId === previewId) setProblems((known) => [...known, failed.problem])
      }),
      api.previews.flooded((flooded) => {
        if (flooded.previewId === previewId) remove('flood')
      }),
      watch(frame, { onFault: remove, onBeat: beats.beat }),
    ]
    frame.src = address
    return () => {
      for (const stop of stops) stop()
    }
  }, [previewId, address, frameRef, watch, remove])

  return (
    <>
      <CoveredFrame use={use} name={name} className="mx-4 mb-2 min-h-0 grow" />
      <PreviewProblems problems={problems} />
      {isSilent && (
        <div className="shrink-0 px-4 pb-4">
          <Alert
            tone="note"
            actions={
              <Button size="small" onClick={() => remove('user')}>
                {t('previews.end')}
              </Button>
            }
          >
            {t('previews.silent')}
          </Alert>
        </div>
      )}
    </>
  )
}
