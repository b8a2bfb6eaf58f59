import { Provider } from 'jotai'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { matchLocale } from '../shared/languages.ts'
import { toWire } from '../shared/errors.ts'
import { App } from './app/App.tsx'
import { followAppearance } from './core/appearance/appearance.ts'
import { api } from './core/bridge.ts'
import { listenForCommands } from './app/commands.ts'
import { FatalScreen } from './app/FatalScreen.tsx'
import { givenLocale, preloadLikelyTexts, showLocale } from './core/i18n.ts'
import { leaveKeysToIme } from './core/leaveKeysToIme.ts'
import { paceAnimations } from './core/appearance/pacedAnimations.ts'
import { readStartData } from './core/startData.ts'
import { restCaret } from './core/appearance/restCaret.ts'
import { refreshStart, startStore, store } from './core/store.ts'
import { loadTypeface } from './core/appearance/typeface.ts'
import './core/appearance/theme.css'
import { drafts } from './chat/composer/composing.ts'
import { listConversations } from './chat/conversation/conversations.ts'
import { noteFailure, watchForCrashes } from './chat/conversation/crashedChats.ts'
import { takeEarlyText } from './chat/early/takeEarlyText.ts'
import { composeDictated } from './dictation/composeDictated.ts'
import { whenIdle } from './ui/whenIdle.ts'
import { followTakenHotkeys } from './core/takenHotkeys.ts'
import { showWantedSettings } from './dictation/showWantedSettings.ts'

async function start(container: HTMLElement): Promise<void> {
  leaveKeysToIme(window)
  paceAnimations(document)
  restCaret(document)
  const root = createRoot(container, {
    // Such an error has removed the whole page from the screen: something must replace it.
    onUncaughtError: (error) => {
      reportError(error)
      noteFailure()
      root.render(<FatalScreen error={toWire(error)} />)
    },
  })
  await nextTask()
  const data = readStartData()
  preloadLikelyTexts(data)
  void loadTypeface('Parley')
  try {
    await startStore(api, data)
    const appearance = followAppearance(store)
    // The list and the way to begin belong to the first paint, and nothing then moves.
    listConversations(data).catch(reportError)
    await appearance
  } catch (error) {
    reportError(error)
    await showLocale(givenLocale() ?? matchLocale(navigator.languages))
    root.render(<FatalScreen error={toWire(error)} />)
    return
  }
  await nextTask()
  watchForCrashes()
  listenForCommands(api)
  composeDictated(api)
  showWantedSettings(api)
  followTakenHotkeys(api)
  await takeEarlyText(() => {
    flushSync(() => {
      root.render(
        <StrictMode>
          <Provider store={store}>
            <App />
          </Provider>
        </StrictMode>,
      )
    })
  })
  performance.mark('drawn')
  void refreshStart(api, data)
  await whenIdle()
  await api.app.settled({})
  const { followOpenings } = await import('./app/followOpenings.ts')
  followOpenings(api).catch(reportError)
  const { followBudget } = await import('./app/followBudget.ts')
  followBudget(api)
  await loadTypeface('Parley', 'italic')
  const { hintAtShortcuts } = await import('./app/shortcutHints.ts')
  hintAtShortcuts()
  const { forgetDrafts } = await import('./chat/composer/forgetDrafts.ts')
  await forgetDrafts(api, drafts)
}

/** Lets the early composer take keys and clicks that wait. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

const container = document.getElementById('root')
if (container) void start(container)
