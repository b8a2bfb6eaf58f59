import type { Api } from '../core/bridge.ts'
import { openSettings } from '../core/settingsTarget.ts'

/** Shows the settings that main asks for: of microphone and engine, or of dictation. */
export function showWantedSettings(api: Api): void {
  const take = async (): Promise<void> => {
    const { wanted } = await api.dictation.takeSettings({})
    if (wanted) openSettings(wanted)
  }
  api.dictation.settingsWanted(() => void take().catch(reportError))
  take().catch(reportError)
}
