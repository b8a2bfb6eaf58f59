import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { realtimeVoices } from '../../shared/realtime.ts'
import type { realtime as realtimeFeature } from '../../shared/realtime.ts'
import type { Realtime } from './realtime.ts'

export function createRealtimeHandlers(
  realtime: Realtime,
): FeatureHandlers<typeof realtimeFeature> {
  return {
    choices: async () => ({ models: await realtime.models(), voices: [...realtimeVoices] }),
    call: ({ offer }) => realtime.call(offer),
  }
}
