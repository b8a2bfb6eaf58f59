import type { dictation as dictationFeature } from '../../shared/dictation.ts'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { Dictation } from './dictation.ts'

export function createDictationHandlers({
  session,
  ...dictation
}: Dictation): FeatureHandlers<typeof dictationFeature> {
  return {
    state: () => session.state(),
    toggle() {
      session.toggle()
      return session.state()
    },
    cancel() {
      session.cancel()
      return {}
    },
    async retry() {
      await session.retry()
      return session.state()
    },
    async copy() {
      await dictation.copy()
      return {}
    },
    takenHotkeys: () => dictation.takenHotkeys(),
    opened({ recordingId }) {
      session.opened(recordingId)
      return {}
    },
    lost({ recordingId }) {
      session.lost(recordingId)
      return {}
    },
    broke({ recordingId, error }) {
      session.broke(recordingId, error)
      return {}
    },
    readingEnded({ error }) {
      session.readingEnded(error)
      return {}
    },
    takeText: () => dictation.takeText(),
    openSettings() {
      dictation.openSettings()
      return {}
    },
    takeSettings: () => ({ wanted: dictation.takeSettings() }),
    report: () => dictation.report(),
    async fix({ aspect }) {
      await dictation.fix(aspect)
      return {}
    },
    setHotkey: async ({ hotkey, accelerator }) => ({
      conflict: await dictation.setHotkey(hotkey, accelerator),
    }),
    async suspendHotkeys({ suspended }) {
      await dictation.suspendHotkeys(suspended)
      return {}
    },
  }
}
