import { Provider } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followAppearance } from '../core/appearance/appearance.ts'
import { api } from '../core/bridge.ts'
import { addTexts } from '../core/i18n.ts'
import { paceAnimations } from '../core/appearance/pacedAnimations.ts'
import { startStore, store } from '../core/store.ts'
import '../core/appearance/theme.css'
import { followDictation } from './followDictation.ts'
import { Overlay } from './Overlay.tsx'
import { readSelections } from './readSelections.ts'
import { dictationTexts } from './texts.ts'

async function start(container: HTMLElement): Promise<void> {
  // First: the hotkey that created this page may be waiting for it to listen.
  await followDictation(api)
  readSelections(api)
  paceAnimations(document)
  await startStore(api)
  await addTexts(dictationTexts)
  await followAppearance(store)
  createRoot(container, { onUncaughtError: reportError }).render(
    <StrictMode>
      <Provider store={store}>
        <Overlay />
      </Provider>
    </StrictMode>,
  )
}

const container = document.getElementById('root')
if (container) start(container).catch(reportError)
