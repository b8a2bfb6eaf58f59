import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChatSidebar } from '../chat/list/ChatSidebar.tsx'
import { drawerOpenAtom } from '../core/store.ts'
import { Drawer } from '../ui/layers/Drawer.tsx'

/** Shows the list of chats over the conversation in a narrow window. */
export function ChatDrawer(): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(drawerOpenAtom)
  return (
    <Drawer open={open} onOpenChange={setOpen} label={t('app.places.chats')}>
      <ChatSidebar onOpenChat={() => setOpen(false)} />
    </Drawer>
  )
}
