import { ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Position of the sign, where the menu's button appears under the pointer. */
const signClass = 'chat-row-sign absolute inset-y-0 end-1 grid w-7 place-items-center'

interface SignProps {
  answering: boolean
  awaitsUser: boolean | undefined
  unread: boolean
}

/** Shows the one sign that matters most. */
export function Sign({ answering, awaitsUser = false, unread }: SignProps): ReactNode {
  if (answering) return <Answering />
  if (awaitsUser) return <AwaitingUser />
  return unread && <Unread />
}

function Answering(): ReactNode {
  const { t } = useTranslation()
  return (
    <span className={signClass}>
      <span className="answering size-2 rounded-full bg-accent" />
      <span className="sr-only">{t('chat.list.answering')}</span>
    </span>
  )
}

function Unread(): ReactNode {
  const { t } = useTranslation()
  return (
    <span className={signClass}>
      <span className="size-2 rounded-full bg-accent" />
      <span className="sr-only">{t('chat.list.unread')}</span>
    </span>
  )
}

/** The sign of a question, which the tool's card in the chat bears too. */
function AwaitingUser(): ReactNode {
  const { t } = useTranslation()
  return (
    <span className={`${signClass} text-accent-ink`}>
      <ShieldQuestion aria-hidden className="size-4" />
      <span className="sr-only">{t('chat.approval.waiting')}</span>
    </span>
  )
}
