import { atom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { callAtom, callEndAtom } from '../../realtime/call.ts'
import { realtimeTexts } from '../../realtime/texts.ts'
import { dictatingAtom } from './dictating.ts'
import { liveAtom, liveFailureAtom } from './live.ts'

const callBar = lazyComponent(
  async () => (await import('../../realtime/CallBar.tsx')).CallBar,
  [realtimeTexts],
)
const liveBar = lazyComponent(async () => (await import('./LiveBar.tsx')).LiveBar)
const dictationStrip = lazyComponent(
  async () => (await import('./DictationStrip.tsx')).DictationStrip,
)

const hasCallAtom = atom((get) => get(callAtom) !== null || get(callEndAtom) !== null)
const hasLiveAtom = atom((get) => get(liveAtom) !== null || get(liveFailureAtom) !== null)

/** Shows the bars of live conversation, call and dictation above the composer, if any is active. */
export function TalkingBars(): ReactNode {
  const hasCall = useAtomValue(hasCallAtom)
  const hasLive = useAtomValue(hasLiveAtom)
  const isDictating = useAtomValue(dictatingAtom) !== null
  return (
    <>
      {hasLive && <liveBar.Component />}
      {hasCall && <callBar.Component />}
      {isDictating && <dictationStrip.Component />}
    </>
  )
}
