import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { assistantsOpenAtom } from '../assistantProfiles/assistants.ts'
import { minWidthPixels, setupPanelAtom } from '../assistantProfiles/setupPanel.ts'
import { assistantProfilesTexts } from '../assistantProfiles/texts.ts'
import { chooseModel } from '../chat/actions.ts'
import { currentIdAtom } from '../chat/conversation/conversations.ts'
import { currentModelAtom } from '../chat/conversation/currentModel.ts'
import { useDescribedModel } from '../chat/models/useDescribedModel.ts'
import { useNarrow } from '../core/appearance/narrow.ts'
import { attempt } from '../core/failures.ts'
import { shownPreviewAtom } from '../core/shownPreview.ts'
import { lazyComponent } from '../core/lazyComponent.tsx'
import { viewedAtom } from '../knowledge/viewer/openPassage.ts'
import { beginWithAssistant } from './beginWithAssistant.ts'

const panel = lazyComponent(
  async () => (await import('../assistantProfiles/SetupPanel.tsx')).SetupPanel,
  [assistantProfilesTexts],
)
const dialog = lazyComponent(
  async () => (await import('../assistantProfiles/AssistantsDialog.tsx')).AssistantsDialog,
  [assistantProfilesTexts],
)

/** Tells whether the panel of instructions shows: a document that is read takes its place. */
function useHasPanel(): boolean {
  const isOpen = useAtomValue(setupPanelAtom) !== undefined
  const isFree = useAtomValue(viewedAtom) === undefined
  const hasPreview = useAtomValue(shownPreviewAtom) !== undefined
  return isOpen && isFree && !hasPreview
}

/** Tells whether the panel of instructions lies over the chat. */
export function useSetupCovers(): boolean {
  const narrow = useNarrow(minWidthPixels)
  return useHasPanel() && narrow
}

/** Shows the open chat's instructions and parameters, and the list of assistants. */
export function AssistantsPart(): ReactNode {
  const hasPanel = useHasPanel()
  const hasDialog = useAtomValue(assistantsOpenAtom)
  return (
    <>
      {hasPanel && <OpenPanel />}
      {hasDialog && (
        <dialog.Component onBegin={(assistant) => attempt(beginWithAssistant(assistant))} />
      )}
    </>
  )
}

function OpenPanel(): ReactNode {
  return (
    <panel.Component
      conversationId={useAtomValue(currentIdAtom)}
      model={useAtomValue(currentModelAtom)}
      describedModel={useDescribedModel()}
      onModel={(chosen) => attempt(chooseModel(chosen))}
    />
  )
}
