import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AssistantsPart, useSetupCovers } from './AssistantsPart.tsx'
import { ChatSidebar } from '../chat/list/ChatSidebar.tsx'
import { ChatView } from '../chat/ChatView.tsx'
import { SidePanel } from '../ui/layers/SidePanel.tsx'
import { useNarrow } from '../core/appearance/narrow.ts'
import { sidebarWidth } from '../core/appearance/sidebarWidth.ts'
import { storedNumberAtom } from '../core/stored/storedNumber.ts'
import { lazyComponent } from '../core/lazyComponent.tsx'
import { sidebarOpenAtom } from '../core/store.ts'
import { PromptsPart } from './PromptsPart.tsx'
import { useFirstStart } from './useFirstStart.tsx'

const drawer = lazyComponent(async () => (await import('./ChatDrawer.tsx')).ChatDrawer)

const moveDialog = lazyComponent(
  async () => (await import('../folders/MoveDialog.tsx')).MoveDialog,
  [],
  { waits: true },
)

const sidebarWidthAtom = storedNumberAtom(sidebarWidth.key, sidebarWidth.initial)

/** Shows the list of chats and the open one. */
export function ChatPlace(): ReactNode {
  const narrow = useNarrow()
  const sidebarOpen = useAtomValue(sidebarOpenAtom)
  const firstStart = useFirstStart()
  const isCovered = useSetupCovers()
  return (
    <div className="relative flex h-full min-w-0">
      {narrow ? <drawer.Component /> : sidebarOpen && <ResizableSidebar />}
      <div className="min-w-0 flex-1" inert={isCovered}>
        <ChatView firstStart={firstStart} />
      </div>
      <AssistantsPart />
      <moveDialog.Component />
      <PromptsPart />
    </div>
  )
}

function ResizableSidebar(): ReactNode {
  const { t } = useTranslation()
  const [width, setWidth] = useAtom(sidebarWidthAtom)
  return (
    <SidePanel
      side="start"
      resizeLabel={t('app.resizeChatList')}
      width={width}
      onWidthChange={setWidth}
    >
      <ChatSidebar />
    </SidePanel>
  )
}
