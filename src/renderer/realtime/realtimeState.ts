import { atom } from 'jotai'
import type { WireError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { Spending } from './spending.ts'
import type { ToolsState } from './toolStates.ts'

export type RealtimeState = 'connecting' | 'listening' | 'hearing' | 'thinking' | 'speaking'

export interface RealtimeSession {
  state: RealtimeState
  isMuted: boolean
  /** Milliseconds since 1970. */
  startedAt: number
  spending: Spending
  /** The model that speaks; null until the service has answered. */
  speaker: ModelReference | null
  tools: ToolsState
  /** The names of the tools that the service has refused. */
  refusedTools: readonly string[]
  /** When it ends for want of a new session, in milliseconds since 1970; null if it goes on. */
  endsAt: number | null
}

/** The running session; while it is set, the microphone is open. */
export const realtimeAtom = atom<RealtimeSession | null>(null)
/** Why the last session ended without the user: an error, or `over` when its time was up. */
export const realtimeEndAtom = atom<{ reason: WireError | 'over'; at: number } | null>(null)
