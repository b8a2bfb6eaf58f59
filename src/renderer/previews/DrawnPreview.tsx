import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreviewProblem } from '../../shared/previews.ts'
import { api } from '../core/bridge.ts'
import { watchFocus } from '../plugins/frames/watchFocus.ts'
import { watchHistory } from '../plugins/frames/watchHistory.ts'
import { watchMessages } from '../plugins/frames/watchMessages.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Alert } from '../ui/status/Alert.tsx'
import { PreviewProblems } from './PreviewProblems.tsx'
import { watchBeats } from './watchBeats.ts'
import '../plugins/frames/pluginFrame.css'

/** Why a preview has lost its frame; `user` if the user has ended it. */
export type PreviewEnd = 'keyboard' | 'flood' | 'history' | 'user'

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
  const [isUsed, setUsed] = useState(false)
  const [isSilent, setSilent] = useState(false)
  const [problems, setProblems] = useState<readonly PreviewProblem[]>([])
  const frameRef = useRef<HTMLIFrameElement>(null)
  /** As a value that is right at once: the frame may take the keyboard before the next drawing. */
  const usedRef = useRef(false)
  /** The user gives the keyboard from the frame back to the cover. */
  const isLeaving = useRef(false)
  const coverRef = useRef<HTMLButtonElement>(null)
  const ended = useRef(onEnded)
  useEffect(() => {
    ended.current = onEnded
  })
  const changeUse = useCallback((used: boolean): void => {
    usedRef.current = used
    setUsed(used)
  }, [])
  const remove = useCallback((reason: PreviewEnd): void => {
    // At once: until the next drawing the document could go on. Its process ends with the frame.
    frameRef.current?.remove()
    ended.current(reason)
  }, [])

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
      watchMessages(frame, {
        onFlood: () => remove('flood'),
        onBeat: beats.beat,
        onLeave() {
          if (!usedRef.current) return
          isLeaving.current = true
          changeUse(false)
        },
      }),
      watchFocus(frame, () => usedRef.current, {
        onTheft: () => remove('keyboard'),
        onLeft: () => usedRef.current && changeUse(false),
      }),
      watchHistory(() => remove('history')),
    ]
    frame.src = address
    return () => {
      for (const stop of stops) stop()
    }
  }, [previewId, address, changeUse, remove])

  useEffect(() => {
    const frame = frameRef.current
    if (!frame) return
    // A frame that becomes inert while it has the keyboard leaves it to nobody.
    if (isLeaving.current) coverRef.current?.focus()
    isLeaving.current = false
    frame.inert = !isUsed
    frame.contentWindow?.postMessage({ type: 'parley:open-frame', isOpen: isUsed }, '*')
    if (isUsed) frame.focus()
  }, [isUsed])

  return (
    <>
      <section
        className="plugin-frame mx-4 mb-2 min-h-0 grow"
        aria-label={t('pluginFrames.name', { name })}
      >
        <iframe
          ref={frameRef}
          title={t('pluginFrames.name', { name })}
          sandbox="allow-scripts allow-forms"
          allow=""
          referrerPolicy="no-referrer"
        />
        {!isUsed && (
          <button
            ref={coverRef}
            type="button"
            className="plugin-frame-cover"
            onClick={() => changeUse(true)}
          >
            <span className="plugin-frame-label">{t('pluginFrames.use', { name })}</span>
          </button>
        )}
        {isUsed && (
          <p className="plugin-frame-label plugin-frame-hint">{t('pluginFrames.leave')}</p>
        )}
      </section>
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
