import { DirectionProvider } from '@base-ui/react/direction-provider'
import { useAtomValue } from 'jotai'
import { Activity } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf } from '../../shared/languages.ts'
import { attempt } from '../core/failures.ts'
import { ToastArea } from '../ui/layers/Toast.tsx'
import { askBase } from './askBase.ts'
import { ChatPlace } from './ChatPlace.tsx'
import { FatalScreen } from './FatalScreen.tsx'
import { lazyComponent } from '../core/lazyComponent.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import { pluginsTexts } from '../plugins/texts.ts'
import { settingsTexts } from '../settings/texts.ts'
import { voicesTexts } from '../voices/texts.ts'
import { completionsTexts } from '../completions/texts.ts'
import { dictationTexts } from '../dictation/texts.ts'
import { speechTexts } from '../speech/texts.ts'
import { realtimeTexts } from '../realtime/texts.ts'
import { viewedAtom, viewerMinWidth } from '../knowledge/viewer/openPassage.ts'
import { knowledgeTexts } from '../knowledge/texts.ts'
import { batchesTexts } from '../batches/texts.ts'
import { fineTuningTexts } from '../fineTuning/texts.ts'
import { mediaTexts } from '../media/texts.ts'
import { spendingTexts } from '../spending/texts.ts'
import { previewsTexts } from '../previews/texts.ts'
import { pluginFramesTexts } from '../plugins/frames/texts.ts'
import { Rail } from './Rail.tsx'
import { StartNotices } from './StartNotices.tsx'
import { useFoldedChatList } from './useFoldedChatList.ts'
import { usePreviewPanel } from './usePreviewPanel.ts'
import { useNarrow } from '../core/appearance/narrow.ts'
import { previewMinWidth } from '../core/shownPreview.ts'
import { infoAtom, paletteOpenAtom, placeAtom } from '../core/store.ts'
import type { Place } from '../core/store.ts'

/** The texts of all features, whose settings the page and the palette list. */
const settingsPageTexts = [
  dictationTexts,
  realtimeTexts,
  settingsTexts,
  speechTexts,
  voicesTexts,
  knowledgeTexts,
  mediaTexts,
]
const settings = lazyComponent(
  async () => (await import('./SettingsPlace.tsx')).SettingsPlace,
  settingsPageTexts,
)
const media = lazyComponent(
  async () => (await import('../media/MediaPlace.tsx')).MediaPlace,
  [mediaTexts],
)
const completions = lazyComponent(
  async () => (await import('../completions/ContinuePlace.tsx')).ContinuePlace,
  [completionsTexts],
)
const knowledge = lazyComponent(
  async () => (await import('../knowledge/KnowledgePlace.tsx')).KnowledgePlace,
  [knowledgeTexts],
)
const batches = lazyComponent(
  async () => (await import('../batches/BatchesPlace.tsx')).BatchesPlace,
  [batchesTexts],
)
const fineTuning = lazyComponent(
  async () => (await import('../fineTuning/FineTuningPlace.tsx')).FineTuningPlace,
  [fineTuningTexts],
)
const spending = lazyComponent(
  async () => (await import('../spending/SpendingPlace.tsx')).SpendingPlace,
  [spendingTexts],
)
const viewer = lazyComponent(
  async () => (await import('../knowledge/viewer/KnowledgeViewer.tsx')).KnowledgeViewer,
  [knowledgeTexts],
)
const preview = lazyComponent(
  async () => (await import('../previews/PreviewViewer.tsx')).PreviewViewer,
  [previewsTexts, pluginFramesTexts],
)
const plugins = lazyComponent(
  async () => (await import('../plugins/PluginsPlace.tsx')).PluginsPlace,
  [pluginsTexts],
)
const questions = lazyComponent(
  async () => (await import('../plugins/questions/QuestionNote.tsx')).QuestionNote,
  [pluginsTexts],
  { waits: true },
)
const palette = lazyComponent(
  async () => (await import('./Palette.tsx')).Palette,
  settingsPageTexts,
)

const tooltips = lazyComponent(
  async () => (await import('../ui/layers/TooltipLayer.tsx')).TooltipLayer,
  [],
  { waits: true },
)

/** The places beside which a document can be open. */
const placesOfViewer: ReadonlySet<Place> = new Set(['chats', 'knowledge'])

/** Shows the window's content. */
export function App(): ReactNode {
  const { t, i18n } = useTranslation()
  const info = useAtomValue(infoAtom)
  const place = useAtomValue(placeAtom)
  const paletteOpen = useAtomValue(paletteOpenAtom)
  const hasPreview = usePreviewPanel() && placesOfViewer.has(place)
  const hasViewer = useAtomValue(viewedAtom) !== undefined && placesOfViewer.has(place)
  const hasPanel = hasViewer || hasPreview
  const isCovered = useNarrow(hasPreview ? previewMinWidth : viewerMinWidth) && hasPanel
  useFoldedChatList(hasPanel && place === 'chats')
  const direction = directionOf(i18n.language)
  if (info?.fatal) return <FatalScreen error={info.fatal} isRepairing={info.isRepairing} />
  return (
    <DirectionProvider direction={direction}>
      <div className="flex h-full">
        <Rail />
        <main className="flex min-w-0 flex-1 flex-col">
          <OfflineNote />
          <questions.Component />
          <div className="relative flex min-h-0 flex-1">
            <div className="min-w-0 flex-1" inert={isCovered}>
              <Activity mode={place === 'chats' ? 'visible' : 'hidden'}>
                <ChatPlace />
              </Activity>
              {place === 'media' && <media.Component />}
              {place === 'completions' && <completions.Component />}
              {place === 'knowledge' && (
                <knowledge.Component onAsk={(baseId) => attempt(askBase(baseId))} />
              )}
              {place === 'batches' && <batches.Component />}
              {place === 'fineTuning' && <fineTuning.Component />}
              {place === 'spending' && <spending.Component />}
              {place === 'plugins' && <plugins.Component />}
              {place === 'settings' && <settings.Component />}
            </div>
            {hasPreview ? <preview.Component /> : hasViewer && <viewer.Component />}
          </div>
        </main>
      </div>
      {paletteOpen && <palette.Component />}
      <StartNotices />
      <ToastArea
        label={t('app.notifications')}
        closeLabel={t('app.dismiss')}
        direction={direction}
      />
      <tooltips.Component />
    </DirectionProvider>
  )
}
