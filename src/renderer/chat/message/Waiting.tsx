import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { replyWaitsAtom } from '../conversation/replies.ts'
import { useModelLoading } from './useModelLoading.ts'

/** Few answers ever need it. */
const RetryNote = lazy(async () => ({ default: (await import('./RetryNote.tsx')).RetryNote }))

interface WaitingProps {
  message: Message
  /** Nothing of the answer, or of its next part, has come yet. */
  silent: boolean
}

/** What an answer that shows nothing new is waiting for. */
export function Waiting({ message, silent }: WaitingProps): ReactNode {
  const wait = useAtomValue(replyWaitsAtom).get(message.id)
  if (!wait) return silent && <FirstWord model={message.model} />
  return (
    <Suspense fallback={null}>
      <RetryNote conversationId={message.conversationId} wait={wait} />
    </Suspense>
  )
}

function FirstWord({ model }: { model: ModelReference | null }): ReactNode {
  const { t } = useTranslation()
  const loading = useModelLoading(model)
  return (
    <div className="waiting">
      <span className={loading ? 'text-sm text-muted' : 'sr-only'}>
        {t(loading ? 'chat.message.loadingModel' : 'chat.message.waiting')}
      </span>
    </div>
  )
}
