import { useAtomValue } from 'jotai'
import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachButton } from '../attachments/AttachButton.tsx'
import { attachFiles } from '../attachments/attachFiles.ts'
import { attachmentsIn, draftFilesAtom, removeDraftFile } from '../attachments/draftFiles.ts'
import type { DraftFile } from '../attachments/draftFiles.ts'
import { DraftFiles } from '../attachments/DraftFiles.tsx'
import { filesOfPaste } from '../attachments/filesOfTransfer.ts'
import { CallBar } from '../realtime/CallBar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { stopAnswer } from './answering.ts'
import { ComposerNotice } from './ComposerNotice.tsx'
import {
  composerId,
  draftRevisionAtom,
  drafts,
  focusComposer,
  send,
  sendingAtom,
} from './composing.ts'
import { currentModelAtom } from './currentModel.ts'
import { learnFromSent } from './dictatedDraft.ts'
import { DictateButton } from './DictateButton.tsx'
import { DictationStrip } from './DictationStrip.tsx'
import { EffortMenu } from './EffortMenu.tsx'
import { attempt } from './failures.ts'
import { focusOnMount } from './focusOnMount.ts'
import { insertLongPaste } from './insertText.ts'
import { isPlainEnter } from './isPlainEnter.ts'
import { LiveBar } from './LiveBar.tsx'
import { LiveButton } from './LiveButton.tsx'
import { ModelPicker } from './ModelPicker.tsx'
import { runningRepliesAtom } from './replies.ts'
import { TokenCount } from './TokenCount.tsx'
import { useDescribedModel } from './useDescribedModel.ts'
import { useThreadReady } from './useThreadReady.ts'

interface ComposerProps {
  /** Null in a new chat. */
  conversationId: string | null
}

/** Where a message is written; what is not sent stays there as a draft. */
export function Composer({ conversationId }: ComposerProps): ReactNode {
  const { t } = useTranslation()
  const [text, setText] = useDraft(conversationId)
  const model = useAtomValue(currentModelAtom)
  const sending = useAtomValue(sendingAtom).has(conversationId)
  const answering = useAtomValue(runningRepliesAtom).has(conversationId ?? '')
  const threadReady = useThreadReady(conversationId)
  const files = useAtomValue(draftFilesAtom).get(conversationId) ?? noFiles
  const attachments = useMemo(() => attachmentsIn(files), [files])
  const describedModel = useDescribedModel()
  const ready = canBeSent(text, files) && model !== null && threadReady && !sending && !answering
  const attach = (added: readonly File[]): void => {
    attachFiles(conversationId, added)
    focusComposer()
  }

  const submit = (): void => {
    if (!ready) return
    focusComposer()
    void send(text).then((sent) => {
      if (sent) learnFromSent(conversationId, text)
    })
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isPlainEnter(event)) return
    event.preventDefault()
    submit()
  }

  return (
    <div className="mx-auto w-full max-w-3xl shrink-0 space-y-2 px-4 pb-4">
      <LiveBar />
      <CallBar />
      <DictationStrip />
      <ComposerNotice conversationId={conversationId} onRetry={submit} />
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <DraftFiles
          files={files}
          model={describedModel}
          onRemove={(key) => {
            removeDraftFile(conversationId, key)
            focusComposer()
          }}
        />
        <textarea
          id={composerId}
          // An empty field has the direction of the interface, for its placeholder.
          dir={text === '' ? undefined : 'auto'}
          rows={1}
          ref={focusOnMount}
          value={text}
          aria-label={t('chat.composer.label')}
          placeholder={t('chat.composer.placeholder')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pastedFiles = filesOfPaste(event.clipboardData)
            if (pastedFiles.length > 0) {
              event.preventDefault()
              attach(pastedFiles)
              return
            }
            insertLongPaste(event)
          }}
          className="growing-field px-4 pt-3.5 leading-relaxed"
        />
        <div className="flex items-center justify-between gap-2 p-2">
          <div className="flex min-w-0 items-center gap-1">
            <AttachButton onFiles={attach} />
            <ModelPicker />
            {describedModel?.capabilities?.reasoning === true && <EffortMenu />}
          </div>
          <div className="ms-auto min-w-0">
            <TokenCount
              conversationId={conversationId}
              text={text}
              files={attachments}
              model={model}
              answering={answering}
              contextTokens={describedModel?.contextTokens}
            />
          </div>
          <LiveButton />
          <DictateButton />
          {answering ? (
            <IconButton
              key="stop"
              label={t('chat.composer.stop')}
              shortcut="Esc"
              tooltipSide="top"
              icon={<Square aria-hidden className="size-3.5 fill-current" />}
              onClick={() => {
                focusComposer()
                if (conversationId !== null) attempt(stopAnswer(conversationId))
              }}
              className="composer-button"
            />
          ) : (
            <IconButton
              key="send"
              type="submit"
              label={t('chat.composer.send')}
              tooltipSide="top"
              icon={<ArrowUp aria-hidden className="size-5" />}
              disabled={!ready}
              className="composer-button"
            />
          )}
        </div>
      </form>
    </div>
  )
}

const noFiles: readonly DraftFile[] = []

/** Something is there to send, and no file is on its way or could not be brought. */
function canBeSent(text: string, files: readonly DraftFile[]): boolean {
  if (files.some(({ state }) => state.stage !== 'ready')) return false
  return text.trim() !== '' || files.length > 0
}

function useDraft(conversationId: string | null): [string, (text: string) => void] {
  const revision = useAtomValue(draftRevisionAtom)
  const [text, setText] = useState(() => drafts.get(conversationId))
  useEffect(() => {
    if (revision > 0) setText(drafts.get(conversationId))
  }, [revision, conversationId])
  const change = (changed: string): void => {
    setText(changed)
    drafts.set(conversationId, changed)
  }
  return [text, change]
}
