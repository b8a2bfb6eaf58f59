import type { Api } from '../core/bridge.ts'
import { openSettings } from '../core/settingsTarget.ts'

/** Shows the settings of microphone and engine when the overlay's button asks for them. */
export function showWantedSettings(api: Api): void {
  const take = async (): Promise<void> => {
    const { wanted } = await api.dictation.takeSettings({})
    if (wanted) openSettings('voice')
  }
  api.dictation.settingsWanted(() => void take().catch(reportError))
  take().catch(reportError)
}
