import { Provider } from 'jotai'
import { createRoot } from 'react-dom/client'
import type { Info } from '../../../src/shared/app.ts'
import type { Bridge, Reply } from '../../../src/shared/ipc/wire.ts'
import { followAppearance } from '../../../src/renderer/core/appearance/appearance.ts'
import '../../../src/renderer/core/appearance/theme.css'
import { api } from '../../../src/renderer/core/bridge.ts'
import { addTexts } from '../../../src/renderer/core/i18n.ts'
import { infoAtom, preferencesAtom, store } from '../../../src/renderer/core/store.ts'
import { AboutSection } from '../../../src/renderer/settings/AboutSection.tsx'
import { settingsTexts } from '../../../src/renderer/settings/texts.ts'
import { UpdateSettings } from '../../../src/renderer/updates/UpdateSettings.tsx'
import './page.css'

/** Functions by which the test, which runs main's side, and this page reach each other. */
export interface UpdatesTestWindow {
  callMain: (name: string, input: unknown) => Promise<Reply>
  /** Hands an event of main to the page. */
  receive: (name: string, payload: unknown) => void
}

const listeners = new Map<string, Set<(payload: unknown) => void>>()
const { callMain } = window as unknown as UpdatesTestWindow
const bridge: Bridge = {
  call: callMain,
  stream: () => () => undefined,
  on(name, listener) {
    const ofName = listeners.get(name) ?? new Set()
    listeners.set(name, ofName.add(listener))
    return () => void ofName.delete(listener)
  },
}
const receive: UpdatesTestWindow['receive'] = (name, payload) =>
  listeners.get(name)?.forEach((listener) => listener(payload))
Object.assign(window, { bridge, receive })

const info: Info = {
  version: '1.2.0',
  runtime: 'electron',
  platform: 'linux',
  systemLocale: 'en-US',
  dataFolder: '/home/alice/.config/Parley',
  fatal: null,
  isRepairing: false,
  notices: [],
}
store.set(infoAtom, info)
store.set(preferencesAtom, await api.settings.get({}))
api.settings.changed((changed) => store.set(preferencesAtom, changed))
await followAppearance(store)
await addTexts(settingsTexts)
createRoot(document.getElementById('root')!).render(
  <Provider store={store}>
    <div className="mx-auto max-w-2xl p-6">
      <UpdateSettings />
      <AboutSection />
    </div>
  </Provider>,
)
