import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { attachFiles, attachStored } from '../attachments/attachFiles.ts'
import type { Attachment } from '../../shared/chat/parts.ts'
import { FileDrop } from '../attachments/FileDrop.tsx'
import { voicesTexts } from '../voices/texts.ts'
import { readingAtom } from '../voices/reading.ts'
import { lazyComponent } from '../core/lazyComponent.tsx'
import { focusComposer, startChats } from './actions.ts'
import { Composer } from './composer/Composer.tsx'
import { composerKeyAtom } from './composer/composing.ts'
import { currentIdAtom } from './conversation/conversations.ts'
import { EmptyChat } from './empty/EmptyChat.tsx'

/** Loaded when needed: the first chat is a new one without messages. */
const openChat = lazyComponent(async () => (await import('./OpenChat.tsx')).OpenChat, [voicesTexts])
const readingBar = lazyComponent(
  async () => (await import('../voices/ReadingBar.tsx')).ReadingBar,
  [voicesTexts],
)

interface ChatViewProps {
  /**
   * The first-start panel, which replaces an empty chat's greeting; null once the user has chosen a
   * model.
   */
  firstStart: ReactNode
}

/** Shows the open conversation, or a new one, with its composer. */
export function ChatView({ firstStart }: ChatViewProps): ReactNode {
  const id = useAtomValue(currentIdAtom)
  const composerKey = useAtomValue(composerKeyAtom)
  const isReading = useAtomValue(readingAtom) !== null
  useEffect(startChats, [])
  const attach = (files: File[]): void => {
    attachFiles(id, files)
    focusComposer()
  }
  const attachKept = (files: readonly Attachment[]): void => {
    attachStored(id, files)
    focusComposer()
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <FileDrop onFiles={attach} onStored={attachKept} />
      {id === null ? (
        <NewChat firstStart={firstStart} />
      ) : (
        <openChat.Component conversationId={id} />
      )}
      {isReading && <readingBar.Component />}
      <div className="scroll-room shrink-0 overflow-hidden">
        <Composer key={composerKey} conversationId={id} />
      </div>
    </div>
  )
}

function NewChat({ firstStart }: ChatViewProps): ReactNode {
  return (
    <div className="scroll-room flex min-h-0 grow flex-col overflow-y-auto">
      <div className="m-auto w-full">{firstStart ?? <EmptyChat />}</div>
    </div>
  )
}
