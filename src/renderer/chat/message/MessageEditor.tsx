import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { MessageFiles } from '../../attachments/MessageFiles.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { sendEdited } from '../conversation/answering.ts'
import { focusComposer } from '../composer/composing.ts'
import { attempt } from '../../core/failures.ts'
import { focusOnMount } from '../composer/focusOnMount.ts'
import { insertLongPaste } from '../composer/insertText.ts'
import { sendKeyText, sendsMessage } from '../../core/sendKey.ts'
import { sendKeyAtom } from '../../core/sendKeyAtom.ts'
import { tooltipOf } from '../../ui/layers/tooltipOf.ts'
import { useHeldMessage } from '../log/keptState.ts'
import { filesOf } from '../conversation/replyMessage.ts'

interface MessageEditorProps {
  message: Message
  text: string
  onClose: () => void
}

/** Edits the user's message and sends it as a new version. */
export function MessageEditor({ message, text, onClose }: MessageEditorProps): ReactNode {
  const { t } = useTranslation()
  const [edited, setEdited] = useState(text)
  const [sending, setSending] = useState(false)
  const sendKey = useAtomValue(sendKeyAtom)
  const hintId = useId()
  useHeldMessage()
  const files = filesOf(message)
  const ready = edited.trim() !== '' || files.length > 0

  const send = (): void => {
    if (!ready || sending) return
    setSending(true)
    attempt(
      sendEdited(message, edited)
        .then(() => {
          onClose()
          focusComposer()
        })
        .finally(() => setSending(false)),
    )
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (sendsMessage(event.nativeEvent, sendKey)) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onClose()
    }
  }

  return (
    <form
      className="message-editor space-y-2 rounded-2xl bg-bubble p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <MessageFiles files={files} align="start" />
      <textarea
        ref={focusOnMount}
        dir="auto"
        value={edited}
        aria-label={t('chat.message.editLabel')}
        aria-describedby={hintId}
        onChange={(event) => setEdited(event.target.value)}
        onFocus={(event) => event.target.setSelectionRange(text.length, text.length)}
        onKeyDown={onKeyDown}
        onPaste={insertLongPaste}
        className="growing-field w-full px-1 leading-relaxed"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p id={hintId} className="min-w-40 flex-1 px-1 text-xs text-muted">
          {t('chat.message.editHint')}
        </p>
        <Button size="small" onClick={onClose}>
          {t('chat.message.cancel')}
        </Button>
        <Button
          size="small"
          variant="primary"
          type="submit"
          busy={sending}
          disabled={!ready}
          {...tooltipOf(t('chat.message.sendEdited'), { shortcut: sendKeyText(sendKey) })}
        >
          {t('chat.message.sendEdited')}
        </Button>
      </div>
    </form>
  )
}
