import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { realtime as realtimeFeature } from '../../shared/speech/realtime.ts'
import type { Realtime } from './realtime.ts'

export function createRealtimeHandlers(
  realtime: Realtime,
): FeatureHandlers<typeof realtimeFeature> {
  return {
    connect: realtime.connect,
  }
}
