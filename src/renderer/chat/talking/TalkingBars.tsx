import { atom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { realtimeAtom, realtimeEndAtom } from '../../realtime/realtimeState.ts'
import { realtimeTexts } from '../../realtime/texts.ts'
import { voiceInputAtom } from './voiceInput.ts'
import { handsFreeAtom, handsFreeFailureAtom } from './handsFree.ts'

const realtimeBar = lazyComponent(
  async () => (await import('../../realtime/RealtimeBar.tsx')).RealtimeBar,
  [realtimeTexts],
)
const handsFreeBar = lazyComponent(async () => (await import('./HandsFreeBar.tsx')).HandsFreeBar)
const voiceInputBar = lazyComponent(async () => (await import('./VoiceInputBar.tsx')).VoiceInputBar)

const hasRealtimeAtom = atom((get) => get(realtimeAtom) !== null || get(realtimeEndAtom) !== null)
const hasHandsFreeAtom = atom(
  (get) => get(handsFreeAtom) !== null || get(handsFreeFailureAtom) !== null,
)

/**
 * Shows the bars of hands-free conversation, realtime session and voice input above the composer,
 * if any is active.
 */
export function TalkingBars(): ReactNode {
  const hasRealtime = useAtomValue(hasRealtimeAtom)
  const hasHandsFree = useAtomValue(hasHandsFreeAtom)
  const isVoiceInput = useAtomValue(voiceInputAtom) !== null
  return (
    <>
      {hasHandsFree && <handsFreeBar.Component />}
      {hasRealtime && <realtimeBar.Component />}
      {isVoiceInput && <voiceInputBar.Component />}
    </>
  )
}
