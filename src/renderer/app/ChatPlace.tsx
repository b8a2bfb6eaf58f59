import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChatSidebar } from '../chat/list/ChatSidebar.tsx'
import { ChatView } from '../chat/ChatView.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { ResizeHandle } from '../ui/ResizeHandle.tsx'
import { useNarrow } from './narrow.ts'
import { storedNumberAtom } from '../core/storedNumber.ts'
import { drawerOpenAtom, sidebarOpenAtom } from '../core/store.ts'
import { useFirstStart } from './useFirstStart.tsx'

const sidebarMinimumPixels = 200
const sidebarMaximumPixels = 480
const sidebarWidthAtom = storedNumberAtom('sidebarWidth', 264)

/** The list of chats and the open one. */
export function ChatPlace(): ReactNode {
  const narrow = useNarrow()
  const sidebarOpen = useAtomValue(sidebarOpenAtom)
  const firstStart = useFirstStart()
  return (
    <div className="flex h-full min-w-0">
      {narrow ? <ChatDrawer /> : sidebarOpen && <ResizableSidebar />}
      <div className="min-w-0 flex-1">
        <ChatView firstStart={firstStart} />
      </div>
    </div>
  )
}

function ResizableSidebar(): ReactNode {
  const { t } = useTranslation()
  const [width, setWidth] = useAtom(sidebarWidthAtom)
  return (
    <>
      <div style={{ width, maxWidth: '40%' }} className="shrink-0 bg-sunken">
        <ChatSidebar />
      </div>
      <ResizeHandle
        label={t('app.resizeChatList')}
        width={width}
        minimum={sidebarMinimumPixels}
        maximum={sidebarMaximumPixels}
        onWidthChange={setWidth}
      />
    </>
  )
}

function ChatDrawer(): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(drawerOpenAtom)
  return (
    <Drawer open={open} onOpenChange={setOpen} label={t('app.places.chats')}>
      <ChatSidebar onOpenChat={() => setOpen(false)} />
    </Drawer>
  )
}
