import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { api } from '../../core/bridge.ts'
import type { Api } from '../../core/bridge.ts'
import { followTheme } from './theme.ts'
import { watchFocus } from './watchFocus.ts'
import { watchHistory } from './watchHistory.ts'
import { watchMessages } from './watchMessages.ts'

export type OpenedPage = Awaited<ReturnType<Api['pluginFrames']['open']>>

/** Why a page lost its place; `stopped` if main has ended it. */
export type Removal = 'keyboard' | 'flood' | 'history' | 'stopped'

/** In CSS pixels; the bounds are main's too (shared/plugins/pluginFrames.ts). */
const heights = { least: 60, usual: 320, most: 900 }
const widthLeast = 160

interface ShownPageProps {
  page: OpenedPage
  /** The page has lost its place. */
  onRemoved: (reason: Removal) => void
  /** Takes the answer as the page has changed it. */
  onChanged: (message: Message) => void
  /** The page wants the model to go on with its answer. */
  onAsksModel: () => void
  /** The user wants a text of a view in the message. */
  onDrafted: (text: string) => void
}

/**
 * Shows a page in its frame, below a cover that the user opens to work in it. The cover is back
 * when the user works elsewhere.
 */
export function ShownPage(props: ShownPageProps): ReactNode {
  const { page } = props
  const { t } = useTranslation()
  const [isUsed, setUsed] = useState(false)
  const [size, setSize] = useState({ width: page.width, height: page.height })
  const frameRef = useRef<HTMLIFrameElement>(null)
  /** As a value that is right at once: the frame may take the keyboard before the next drawing. */
  const usedRef = useRef(false)
  /** The user gives the keyboard from the frame back to the cover. */
  const isLeaving = useRef(false)
  const coverRef = useRef<HTMLButtonElement>(null)
  const handlers = useRef(props)
  useEffect(() => {
    handlers.current = props
  })

  const changeUse = useCallback(
    (used: boolean): void => {
      usedRef.current = used
      setUsed(used)
      // A frame that main has ended just now says so itself.
      api.pluginFrames.setUsed({ frameId: page.frameId, isUsed: used }).catch(() => undefined)
    },
    [page.frameId],
  )

  useEffect(() => {
    const frame = frameRef.current
    if (!frame) return
    const { frameId } = page
    const remove = (reason: Removal): void => {
      // At once: until the next drawing the page could go on.
      frame.remove()
      handlers.current.onRemoved(reason)
    }
    const leave = (): void => {
      isLeaving.current = true
      changeUse(false)
    }
    const stops = [
      api.pluginFrames.changed(({ frameId: changed, message, asksModel }) => {
        if (changed !== frameId) return
        if (message) handlers.current.onChanged(message)
        if (asksModel) handlers.current.onAsksModel()
      }),
      api.pluginFrames.drafted(({ frameId: drafting, text }) => {
        if (drafting === frameId) handlers.current.onDrafted(text)
      }),
      api.pluginFrames.resized(({ frameId: resized, ...asked }) => {
        if (resized !== frameId) return
        setSize((known) => ({
          width: asked.width ?? known.width,
          height: asked.height ?? known.height,
        }))
      }),
      followTheme((theme) =>
        frame.contentWindow?.postMessage({ type: 'parley:theme', theme }, '*'),
      ),
      watchMessages(frame, {
        onFlood: () => remove('flood'),
        onLeave: () => usedRef.current && leave(),
      }),
      watchFocus(frame, () => usedRef.current, {
        onTheft: () => remove('keyboard'),
        onLeft: () => usedRef.current && changeUse(false),
      }),
      watchHistory(() => remove('history')),
    ]
    frame.src = page.address
    return () => {
      for (const stop of stops) stop()
    }
  }, [page, changeUse])

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

  const name = page.title
  const style = {
    blockSize: bounded(size.height ?? heights.usual, heights.least, heights.most),
    inlineSize: size.width === null ? '100%' : Math.max(widthLeast, size.width),
  }
  return (
    <section className="plugin-frame" style={style} aria-label={t('pluginFrames.name', { name })}>
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
      {isUsed && <p className="plugin-frame-label plugin-frame-hint">{t('pluginFrames.leave')}</p>}
    </section>
  )
}

function bounded(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
