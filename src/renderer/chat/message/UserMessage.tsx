import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { MessageFiles } from '../../attachments/MessageFiles.tsx'
import { PlainText } from '../../ui/layout/PlainText.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { useEditRequest } from './editRequest.ts'
import { useKeptFlag } from '../log/keptState.ts'
import { MessageActions } from './MessageActions.tsx'
import { MessageEditor } from './MessageEditor.tsx'
import { filesOf, textOf } from '../conversation/replyMessage.ts'

/** Longer messages, such as a pasted file, are folded. */
const foldedLength = 2500
const foldedLines = 30

export function UserMessage({ message }: { message: Message }): ReactNode {
  const [editing, setEditing] = useKeptFlag('editing', false)
  const edit = useCallback(() => setEditing(true), [setEditing])
  useEditRequest(message.id, edit)
  const text = textOf(message)
  if (editing) {
    return <MessageEditor message={message} text={text} onClose={() => setEditing(false)} />
  }
  return (
    <div className="flex flex-col items-end gap-1.5">
      <MessageFiles files={filesOf(message)} align="end" />
      {text !== '' && (
        <div className="selectable max-w-[85%] min-w-0 rounded-2xl bg-bubble px-4 py-2.5 leading-relaxed">
          <FoldedText text={text} />
        </div>
      )}
      <MessageActions message={message} />
    </div>
  )
}

function FoldedText({ text }: { text: string }): ReactNode {
  const { t } = useTranslation()
  const [folded, setFolded] = useKeptFlag('folded', true)
  const shortText = cutText(text)
  if (shortText === text) return <PlainText text={text} />
  return (
    <>
      <PlainText text={folded ? `${shortText}…` : text} />
      <Button
        variant="quiet"
        size="small"
        aria-expanded={!folded}
        className="-ms-2.5 mt-1 text-muted"
        onClick={() => setFolded(!folded)}
      >
        {t(folded ? 'chat.message.showMore' : 'chat.message.showLess')}
      </Button>
    </>
  )
}

function cutText(text: string): string {
  let end = -1
  for (let line = 0; line < foldedLines; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) break
  }
  const length = Math.min(end < 0 ? text.length : end, foldedLength)
  return text.length - length > 200 ? text.slice(0, length).trimEnd() : text
}
