import { useAtomValue, useSetAtom } from 'jotai'
import { PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandId } from '../../shared/commands.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { ParleyMark } from '../ui/layout/ParleyMark.tsx'
import { batchesTexts } from '../batches/texts.ts'
import { fineTuningTexts } from '../fineTuning/texts.ts'
import { knowledgeTexts } from '../knowledge/texts.ts'
import { mediaTexts } from '../media/texts.ts'
import { runCommand } from './commands.ts'
import { shownJobsAtom } from '../core/jobs/jobs.ts'
import { lazyComponent } from '../core/lazyComponent.tsx'
import { useNarrow } from '../core/appearance/narrow.ts'
import { places } from './places.ts'
import { shortcutsAtom } from '../core/shortcutsAtom.ts'
import { shortcutText } from '../core/shortcutText.ts'
import { useOpenOnDrag } from './useOpenOnDrag.ts'
import { drawerOpenAtom, infoAtom, placeAtom, sidebarOpenAtom } from '../core/store.ts'

const jobs = lazyComponent(
  async () => (await import('./Jobs.tsx')).Jobs,
  [batchesTexts, fineTuningTexts, knowledgeTexts, mediaTexts],
)

/** Shows the narrow bar of places at the start edge. */
export function Rail(): ReactNode {
  const { t } = useTranslation()
  const hasJobs = useAtomValue(shownJobsAtom).length > 0
  return (
    <nav
      aria-label={t('app.places.title')}
      className="flex w-13 shrink-0 flex-col items-center gap-1 bg-sunken py-2.5 select-none"
    >
      <ParleyMark className="mt-1 mb-2 size-6.5 text-accent" />
      <ChatListButton />
      {places
        .filter((entry) => entry.end === 'top')
        .map((entry) => (
          <PlaceButton key={entry.place} {...entry} />
        ))}
      <div className="grow" />
      {hasJobs && <jobs.Component />}
      {places
        .filter((entry) => entry.end === 'bottom')
        .map((entry) => (
          <PlaceButton key={entry.place} {...entry} />
        ))}
    </nav>
  )
}

function PlaceButton(props: (typeof places)[number]): ReactNode {
  const { t } = useTranslation()
  const current = useAtomValue(placeAtom) === props.place
  const setPlace = useSetAtom(placeAtom)
  const shortcut = useShortcut(props.command)
  const dragging = useOpenOnDrag(() => setPlace(props.place))
  const Icon = props.icon
  return (
    <IconButton
      {...(props.takesFiles && dragging)}
      label={t(props.titleKey)}
      icon={<Icon aria-hidden className="size-5" />}
      shortcut={shortcut}
      tooltipSide="inline-end"
      aria-current={current ? 'page' : undefined}
      data-command={props.command}
      className={current ? 'bg-selected text-ink' : ''}
      onClick={() => setPlace(props.place)}
    />
  )
}

function ChatListButton(): ReactNode {
  const { t } = useTranslation()
  const shortcut = useShortcut('toggleSidebar')
  const narrow = useNarrow()
  const inChats = useAtomValue(placeAtom) === 'chats'
  const sidebarOpen = useAtomValue(sidebarOpenAtom)
  const drawerOpen = useAtomValue(drawerOpenAtom)
  const open = inChats && (narrow ? drawerOpen : sidebarOpen)
  return (
    <IconButton
      label={t(open ? 'app.hideChatList' : 'app.showChatList')}
      icon={<PanelLeft aria-hidden className="size-5 rtl:-scale-x-100" />}
      shortcut={shortcut}
      tooltipSide="inline-end"
      data-command="toggleSidebar"
      aria-expanded={open}
      onClick={() => runCommand('toggleSidebar')}
    />
  )
}

function useShortcut(command: CommandId | undefined): string | undefined {
  const info = useAtomValue(infoAtom)
  const shortcuts = useAtomValue(shortcutsAtom)
  const accelerator = command && shortcuts[command]
  return accelerator && info ? shortcutText(accelerator, info.platform) : undefined
}
