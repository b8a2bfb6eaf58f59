import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { toWire, type WireError } from '../../../shared/errors.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { attempt } from '../../core/failures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { focusComposer } from '../composer/composing.ts'
import { showVersion } from '../conversation/answering.ts'
import { MessageIdContext } from '../log/keptState.ts'
import { AnswerBody } from '../message/AnswerBody.tsx'
import { MessageDetails } from '../message/MessageDetails.tsx'

/** Tells whether an answer has versions to compare. */
export function canCompare({ role, siblings, status }: Message): boolean {
  return role === 'assistant' && siblings.length > 1 && status !== 'awaiting'
}

interface VersionColumnsProps {
  /** The version from which the chat goes on. */
  shown: Message
  onClose: () => void
}

/** Shows all versions of an answer side by side. */
export function CompareVersions({ shown, onClose }: VersionColumnsProps): ReactNode {
  const { t } = useTranslation()
  const columns = useRef<HTMLDivElement>(null)
  const goOn = async (id: string): Promise<void> => {
    onClose()
    await showVersion(shown.conversationId, id)
    focusComposer()
  }
  return (
    <Dialog
      open
      columns
      // An Enter held down must choose no version; here the arrow keys scroll.
      initialFocus={columns}
      onOpenChange={(open) => !open && onClose()}
      title={t('chat.message.compareVersions')}
      actions={<Button onClick={onClose}>{t('chat.message.closeComparison')}</Button>}
    >
      <div
        ref={columns}
        tabIndex={0}
        role="group"
        aria-label={t('chat.message.compareVersions')}
        className="grid min-h-0 grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-4 overflow-y-auto"
      >
        {shown.siblings.map((id, index) => (
          <section
            key={id}
            aria-label={t('chat.message.version', {
              index: index + 1,
              total: shown.siblings.length,
            })}
            className="flex min-w-0 flex-col gap-3 rounded-xl border border-line p-4"
          >
            <VersionColumn id={id} onLeave={onClose} />
            <div className="mt-auto">
              {id === shown.id ? (
                <p className="text-sm text-muted">{t('chat.message.versionShown')}</p>
              ) : (
                <Button onClick={() => attempt(goOn(id))}>{t('chat.message.goOnWith')}</Button>
              )}
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Shows one version, which loads and fails by itself. */
function VersionColumn({ id, onLeave }: { id: string; onLeave: () => void }): ReactNode {
  const [message, setMessage] = useState<Message>()
  const [failed, setFailed] = useState<{ error: WireError; since: number }>()
  useEffect(() => {
    let left = false
    api.chat.message({ messageId: id }).then(
      (loaded) => !left && setMessage(loaded),
      (failure: unknown) => !left && setFailed({ error: toWire(failure), since: Date.now() }),
    )
    return () => void (left = true)
  }, [id])
  if (failed) return <ErrorAlert {...failed} />
  if (!message) return <Spinner />
  return (
    <MessageIdContext value={id}>
      <AnswerBody message={message} last={false} onLeave={onLeave} />
      <div className="flex">
        <MessageDetails message={message} />
      </div>
    </MessageIdContext>
  )
}
