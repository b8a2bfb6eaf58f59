import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import type { DeletionExtent } from '../../../shared/chat/tree.ts'
import { attempt } from '../../core/failures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { deleteMessages } from './deleteMessages.ts'

interface DeleteDialogProps {
  message: Message
  /** The messages that follow it. */
  extent: DeletionExtent
  onClose: () => void
}

/** Asks whether a message is deleted alone or with all that follow it. */
export function DeleteDialog({ message, extent, onClose }: DeleteDialogProps): ReactNode {
  const { t } = useTranslation()
  const keep = useRef<HTMLButtonElement>(null)
  const chosen = useRef(false)
  const { following, inOtherVersions, leavesAnswerFirst } = extent
  const run = (withFollowing: boolean): void => {
    chosen.current = true
    onClose()
    attempt(deleteMessages(message, withFollowing))
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('chat.deletion.title')}
      initialFocus={keep}
      actions={
        <>
          <Button ref={keep} onClick={onClose}>
            {t('chat.deletion.cancel')}
          </Button>
          <Button variant="danger" onClick={() => run(false)}>
            {t('chat.deletion.alone')}
          </Button>
          <Button variant="danger" onClick={() => run(true)}>
            {t('chat.deletion.withFollowing', { count: 1 + following + inOtherVersions })}
          </Button>
        </>
      }
    >
      <ul className="space-y-2 text-sm text-muted">
        {following > 0 && <li>{t('chat.deletion.following', { count: following })}</li>}
        {inOtherVersions > 0 && (
          <li>{t('chat.deletion.inOtherVersions', { count: inOtherVersions })}</li>
        )}
        <li>{t('chat.deletion.aloneHint')}</li>
        {leavesAnswerFirst && <li>{t('chat.deletion.answerFirst')}</li>}
      </ul>
    </Dialog>
  )
}
