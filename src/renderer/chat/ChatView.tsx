import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { attachFiles } from '../attachments/attachFiles.ts'
import { FileDrop } from '../attachments/FileDrop.tsx'
import { voicesTexts } from '../voices/texts.ts'
import { readingAtom } from '../voices/reading.ts'
import { lazyComponent } from '../core/lazyComponent.tsx'
import { focusComposer, startChats } from './actions.ts'
import { Composer } from './composer/Composer.tsx'
import { currentIdAtom } from './conversation/conversations.ts'
import { DictationHint } from './talking/DictationHint.tsx'

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
  const isReading = useAtomValue(readingAtom) !== null
  useEffect(startChats, [])
  const attach = (files: File[]): void => {
    attachFiles(id, files)
    focusComposer()
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <FileDrop onFiles={attach} />
      {id === null ? (
        <EmptyChat firstStart={firstStart} />
      ) : (
        <openChat.Component conversationId={id} />
      )}
      {isReading && <readingBar.Component />}
      <Composer key={`composer-${id}`} conversationId={id} />
    </div>
  )
}

function EmptyChat({ firstStart }: ChatViewProps): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-0 grow flex-col overflow-y-auto">
      <div className="m-auto w-full">
        {firstStart ?? (
          <div className="space-y-3 px-6 py-10">
            <h1 className="text-center text-2xl font-semibold tracking-tight text-balance">
              {t('chat.empty.title')}
            </h1>
            <DictationHint />
          </div>
        )}
      </div>
    </div>
  )
}
