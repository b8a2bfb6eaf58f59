import { atom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { realtimeAtom, realtimeEndAtom } from '../../realtime/realtimeSession.ts'
import { realtimeTexts } from '../../realtime/texts.ts'
import { dictatingAtom } from './dictating.ts'
import { liveAtom, liveFailureAtom } from './live.ts'

const realtimeBar = lazyComponent(
  async () => (await import('../../realtime/RealtimeBar.tsx')).RealtimeBar,
  [realtimeTexts],
)
const liveBar = lazyComponent(async () => (await import('./LiveBar.tsx')).LiveBar)
const dictationStrip = lazyComponent(
  async () => (await import('./DictationStrip.tsx')).DictationStrip,
)

const hasRealtimeAtom = atom((get) => get(realtimeAtom) !== null || get(realtimeEndAtom) !== null)
const hasLiveAtom = atom((get) => get(liveAtom) !== null || get(liveFailureAtom) !== null)

/**
 * Shows the bars of live conversation, realtime session and dictation above the composer, if any is
 * active.
 */
export function TalkingBars(): ReactNode {
  const hasRealtime = useAtomValue(hasRealtimeAtom)
  const hasLive = useAtomValue(hasLiveAtom)
  const isDictating = useAtomValue(dictatingAtom) !== null
  return (
    <>
      {hasLive && <liveBar.Component />}
      {hasRealtime && <realtimeBar.Component />}
      {isDictating && <dictationStrip.Component />}
    </>
  )
}
