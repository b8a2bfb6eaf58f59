import { useAtomValue } from 'jotai'
import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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
import { attempt } from './failures.ts'
import { focusOnMount } from './focusOnMount.ts'
import { insertLongPaste } from './insertLongPaste.ts'
import { isPlainEnter } from './isPlainEnter.ts'
import { ModelPicker } from './ModelPicker.tsx'
import { runningRepliesAtom } from './replies.ts'
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
  const ready = text.trim() !== '' && model !== null && threadReady && !sending && !answering

  const submit = (): void => {
    if (!ready) return
    focusComposer()
    void send(text).then((sent) => {
      if (sent) setText('')
    })
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isPlainEnter(event)) return
    event.preventDefault()
    submit()
  }

  return (
    <div className="mx-auto w-full max-w-3xl shrink-0 space-y-2 px-4 pb-4">
      <ComposerNotice conversationId={conversationId} onRetry={submit} />
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
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
            const pasted = insertLongPaste(event)
            if (pasted !== undefined) setText(pasted)
          }}
          className="growing-field px-4 pt-3.5 leading-relaxed"
        />
        <div className="flex items-center justify-between gap-2 p-2">
          <ModelPicker />
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
