import type { dictation as dictationFeature } from '../../shared/speech/dictation.ts'
import { AppError } from '../../shared/errors.ts'
import type { Caller, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { Dictation } from './dictation.ts'

/**
 * Creates the methods of dictation. A dictation types into other programs, so none of them begins
 * one, and only the overlay's page says how one goes on.
 */
export function createDictationHandlers({
  session,
  isOverlay,
  ...dictation
}: Dictation): FeatureHandlers<typeof dictationFeature> {
  const assertOverlay = (caller: Caller): void => {
    if (!isOverlay(caller)) throw new AppError('forbidden', 'This page does not dictate')
  }
  return {
    state: () => session.state(),
    cancel() {
      session.cancel()
      return {}
    },
    async retry(_input, caller) {
      assertOverlay(caller)
      await session.retry()
      return session.state()
    },
    async copy() {
      await dictation.copy()
      return {}
    },
    takenHotkeys: () => dictation.takenHotkeys(),
    opened({ recordingId }, caller) {
      assertOverlay(caller)
      session.opened(recordingId)
      return {}
    },
    lost({ recordingId }, caller) {
      assertOverlay(caller)
      session.lost(recordingId)
      return {}
    },
    broke({ recordingId, error }, caller) {
      assertOverlay(caller)
      session.broke(recordingId, error)
      return {}
    },
    readingEnded({ error }, caller) {
      assertOverlay(caller)
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
