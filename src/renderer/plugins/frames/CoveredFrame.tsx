import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { watchFocus } from './watchFocus.ts'
import { watchHistory } from './watchHistory.ts'
import { watchMessages } from './watchMessages.ts'
import './pluginFrame.css'

/** Why a frame is removed because of what its page does. */
export type FrameFault = 'keyboard' | 'flood' | 'history'

interface FrameWatcher {
  onFault: (fault: FrameFault) => void
  /** A preview's frame has had time for its preload script. */
  onBeat?: () => void
}

interface FrameUse {
  frameRef: RefObject<HTMLIFrameElement | null>
  coverRef: RefObject<HTMLButtonElement | null>
  isUsed: boolean
  /** Opens the cover. */
  begin: () => void
  /** Watches what the frame's page does until the returned function is called. */
  watch: (frame: HTMLIFrameElement, watcher: FrameWatcher) => () => void
}

/**
 * Holds whether the user works in a frame. The cover is back when the user works elsewhere.
 * `onUsed` has to be stable.
 */
export function useFrameUse(onUsed?: (isUsed: boolean) => void): FrameUse {
  const [isUsed, setUsed] = useState(false)
  const frameRef = useRef<HTMLIFrameElement>(null)
  const coverRef = useRef<HTMLButtonElement>(null)
  /** As a value that is right at once: the frame may take the keyboard before the next drawing. */
  const usedRef = useRef(false)
  /** The user gives the keyboard from the frame back to the cover. */
  const isLeaving = useRef(false)

  const change = useCallback(
    (used: boolean): void => {
      usedRef.current = used
      setUsed(used)
      onUsed?.(used)
    },
    [onUsed],
  )
  const watch = useCallback<FrameUse['watch']>(
    (watched, { onFault, onBeat }) => {
      const stops = [
        watchMessages(watched, {
          ...(onBeat && { onBeat }),
          onFlood: () => onFault('flood'),
          onLeave() {
            if (!usedRef.current) return
            isLeaving.current = true
            change(false)
          },
        }),
        watchFocus(watched, () => usedRef.current, {
          onTheft: () => onFault('keyboard'),
          onLeft: () => usedRef.current && change(false),
        }),
        watchHistory(() => onFault('history')),
      ]
      return () => stops.forEach((stop) => stop())
    },
    [change],
  )

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

  return useMemo(
    () => ({ frameRef, coverRef, isUsed, begin: () => change(true), watch }),
    [isUsed, change, watch],
  )
}

interface CoveredFrameProps {
  use: FrameUse
  name: string
  className?: string
  style?: CSSProperties
}

/** Shows a page without an origin, below a cover that the user opens to work in it. */
export function CoveredFrame({ use, name, className = '', style }: CoveredFrameProps): ReactNode {
  const { t } = useTranslation()
  const { frameRef, coverRef, isUsed, begin } = use
  const title = t('pluginFrames.name', { name })
  return (
    <section className={`plugin-frame ${className}`} style={style} aria-label={title}>
      <iframe
        ref={frameRef}
        title={title}
        sandbox="allow-scripts allow-forms"
        allow=""
        referrerPolicy="no-referrer"
      />
      {isUsed ? (
        <p className="plugin-frame-label plugin-frame-hint">{t('pluginFrames.leave')}</p>
      ) : (
        <button ref={coverRef} type="button" className="plugin-frame-cover" onClick={begin}>
          <span className="plugin-frame-label">{t('pluginFrames.use', { name })}</span>
        </button>
      )}
    </section>
  )
}
