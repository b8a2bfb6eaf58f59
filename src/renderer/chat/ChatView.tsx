import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { attachFiles } from '../attachments/attachFiles.ts'
import { FileDrop } from '../attachments/FileDrop.tsx'
import { preloadMarkdown } from '../markdown/Markdown.tsx'
import { ReadingBar } from '../voices/ReadingBar.tsx'
import { focusComposer, startChats } from './actions.ts'
import { Composer } from './composer/Composer.tsx'
import { ConversationLog } from './log/ConversationLog.tsx'
import { currentIdAtom } from './conversation/conversations.ts'
import { startCopying } from './copying/copySelection.ts'
import { DictationHint } from './talking/DictationHint.tsx'
import { FindBar } from './find/FindBar.tsx'
import { openThread } from './conversation/thread.ts'

interface ChatViewProps {
  /** Shown in an empty chat in place of its greeting; null once a model has been settled on. */
  firstStart: ReactNode
}

/** The open conversation, or a new one, with its composer. */
export function ChatView({ firstStart }: ChatViewProps): ReactNode {
  const id = useAtomValue(currentIdAtom)
  useEffect(() => {
    startChats()
    preloadMarkdown().catch((error: unknown) => {
      console.error('Markdown could not be loaded', error)
    })
    return startCopying()
  }, [])
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
        <>
          <FindBar key={`find-${id}`} thread={openThread(id)} />
          <ConversationLog key={`log-${id}`} thread={openThread(id)} />
        </>
      )}
      <ReadingBar />
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
