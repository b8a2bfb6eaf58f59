import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { replyWaitsAtom } from '../conversation/replies.ts'
import { useModelLoading } from './useModelLoading.ts'

/** Loaded when needed: few answers need it. */
const retryNote = lazyComponent(async () => (await import('./RetryNote.tsx')).RetryNote)

interface WaitingProps {
  message: Message
  /** Whether nothing of the answer, or of its next part, has come yet. */
  silent: boolean
}

/** Shows what a silent answer is waiting for. */
export function Waiting({ message, silent }: WaitingProps): ReactNode {
  const wait = useAtomValue(replyWaitsAtom).get(message.id)
  if (!wait) return silent && <FirstWord model={message.model} />
  if (wait === 'inTurn') return <InTurn />
  return <retryNote.Component conversationId={message.conversationId} wait={wait} />
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

/** Says that a server on this computer answers the columns one after the other. */
function InTurn(): ReactNode {
  const { t } = useTranslation()
  return <p className="text-sm text-muted">{t('chat.columns.inTurn')}</p>
}
