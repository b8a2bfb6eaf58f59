import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Message } from '../../../shared/chat/chat.ts'
import { api } from '../../core/bridge.ts'
import type { Api } from '../../core/bridge.ts'
import { CoveredFrame, useFrameUse, type FrameFault } from './CoveredFrame.tsx'
import { followTheme } from './theme.ts'

export type OpenedPage = Awaited<ReturnType<Api['pluginFrames']['open']>>

/** Why a page lost its place; `stopped` if main has ended it. */
export type Removal = FrameFault | 'stopped'

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

/** Shows a page in its frame, in the size that it asks for. */
export function ShownPage(props: ShownPageProps): ReactNode {
  const { page } = props
  const [size, setSize] = useState({ width: page.width, height: page.height })
  const handlers = useRef(props)
  useEffect(() => {
    handlers.current = props
  })

  const tellUse = useCallback(
    (isUsed: boolean): void => {
      // A frame that main has ended just now says so itself.
      api.pluginFrames.setUsed({ frameId: page.frameId, isUsed }).catch(() => undefined)
    },
    [page.frameId],
  )
  const use = useFrameUse(tellUse)
  const { frameRef, watch } = use

  useEffect(() => {
    const frame = frameRef.current
    if (!frame) return
    const { frameId } = page
    const remove = (reason: Removal): void => {
      // At once: until the next drawing the page could go on.
      frame.remove()
      handlers.current.onRemoved(reason)
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
      watch(frame, { onFault: remove }),
    ]
    frame.src = page.address
    return () => {
      for (const stop of stops) stop()
    }
  }, [page, frameRef, watch])

  const style = {
    blockSize: bounded(size.height ?? heights.usual, heights.least, heights.most),
    inlineSize: size.width === null ? '100%' : Math.max(widthLeast, size.width),
  }
  return <CoveredFrame use={use} name={page.title} style={style} />
}

function bounded(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
