import { useAtomValue, useSetAtom } from 'jotai'
import { ArrowUp, ListPlus, Square } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { assistantProfilesTexts } from '../../assistantProfiles/texts.ts'
import { AttachButton } from '../../attachments/AttachButton.tsx'
import { attachFiles } from '../../attachments/attachFiles.ts'
import {
  attachmentsIn,
  draftFilesAtom,
  removeDraftFile,
  removeStoredFile,
  sendPassagesOnly,
} from '../../attachments/draftFiles.ts'
import type { DraftFile } from '../../attachments/draftFiles.ts'
import { DraftFiles } from '../../attachments/DraftFiles.tsx'
import { useFilePreviews } from '../../attachments/useFilePreviews.ts'
import { filesOfPaste } from '../../attachments/filesOfTransfer.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { stopAnswer } from '../conversation/answering.ts'
import { useAwaiting } from '../conversation/awaitingAnswer.ts'
import { ComposerNotice } from './ComposerNotice.tsx'
import {
  awaitedAtom,
  composerId,
  draftRevisionAtom,
  drafts,
  focusComposer,
  sendingAtom,
  setAwaited,
} from './composing.ts'
import { currentModelAtom, modelMayComeAtom } from '../conversation/currentModel.ts'
import { learnFromSent } from '../talking/learnFromSent.ts'
import { VoiceInputButton } from '../talking/VoiceInputButton.tsx'
import { EffortMenu } from './EffortMenu.tsx'
import { attempt } from '../../core/failures.ts'
import { focusOnMount } from './focusOnMount.ts'
import { insertContent } from './insertContent.ts'
import { insertPrompt } from './insertPrompt.ts'
import { insertLongPaste } from './insertText.ts'
import { sendKeyText, sendsMessage } from '../../core/sendKey.ts'
import { sendKeyAtom } from '../../core/sendKeyAtom.ts'
import { TalkingBars } from '../talking/TalkingBars.tsx'
import { VoiceConversationButton } from '../talking/VoiceConversationButton.tsx'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { knowledgeTexts } from '../../knowledge/texts.ts'
import { hasResourcesAtom, resourcePickerOpenAtom } from '../../plugins/content/resourcePicker.ts'
import { pluginsTexts } from '../../plugins/texts.ts'
import { promptsTexts } from '../../prompts/texts.ts'
import { ModelPicker } from '../models/ModelPicker.tsx'
import { queueOf, takeBack } from '../conversation/queue.ts'
import { QueuedMessages } from './QueuedMessages.tsx'
import { runningRepliesAtom } from '../conversation/replies.ts'
import { submitDraft } from './submitDraft.ts'
import { TokenCount } from './TokenCount.tsx'
import { useDescribedModel } from '../models/useDescribedModel.ts'
import { useThreadReady } from './useThreadReady.ts'

const chatTools = lazyComponent(
  async () => (await import('../../plugins/chat/ChatTools.tsx')).ChatTools,
  [pluginsTexts],
  { waits: true },
)

const composerContent = lazyComponent(
  async () => (await import('../../plugins/content/ComposerContent.tsx')).ComposerContent,
  [pluginsTexts],
  { waits: true },
)

const slashMenu = lazyComponent(
  async () => (await import('../../prompts/menu/SlashMenu.tsx')).SlashMenu,
  [promptsTexts, pluginsTexts],
  { waits: true },
)

const chatBases = lazyComponent(
  async () => (await import('../../knowledge/chat/ChatBases.tsx')).ChatBases,
  [knowledgeTexts],
  { waits: true },
)

const setupButton = lazyComponent(
  async () => (await import('../../assistantProfiles/SetupButton.tsx')).SetupButton,
  [assistantProfilesTexts],
  { waits: true },
)

const askDocument = lazyComponent(
  async () => (await import('../../knowledge/chat/AskDocument.tsx')).AskDocument,
  [knowledgeTexts],
  { waits: true },
)

interface ComposerProps {
  /** Null in a new chat. */
  conversationId: string | null
}

/** Shows the field for writing a message. Text that was not sent stays as a draft. */
export function Composer({ conversationId }: ComposerProps): ReactNode {
  const { t } = useTranslation()
  const [text, setText] = useDraft(conversationId)
  const sendKey = useAtomValue(sendKeyAtom)
  const model = useAtomValue(currentModelAtom)
  const modelMayCome = useAtomValue(modelMayComeAtom)
  const sending = useAtomValue(sendingAtom).has(conversationId)
  const running = useAtomValue(runningRepliesAtom).has(conversationId ?? '')
  const awaiting = useAwaiting(conversationId)
  const answering = running || awaiting
  const hasResources = useAtomValue(hasResourcesAtom)
  const pickResource = useSetAtom(resourcePickerOpenAtom)
  const threadReady = useThreadReady(conversationId)
  const files = useAtomValue(draftFilesAtom).get(conversationId) ?? noFiles
  const attachments = useMemo(() => attachmentsIn(files), [files])
  const describedModel = useDescribedModel()
  const previews = useFilePreviews(attachments, model)
  const awaited = useAtomValue(awaitedAtom).has(conversationId)
  const isWritten = text.trim() !== '' || files.length > 0
  const ready = isWritten && areReady(files) && model !== null && threadReady && !sending
  const attach = (added: readonly File[]): void => {
    attachFiles(conversationId, added)
    focusComposer()
  }

  const hasModel = model !== null || modelMayCome
  const mayGetReady = hasModel && files.every(({ state }) => state.stage !== 'failed')

  const submit = (): void => {
    focusComposer()
    // The draft waits for its files, and just after the start for the model, and then goes out.
    setAwaited(conversationId, !ready && isWritten && mayGetReady)
    if (!ready) return
    void submitDraft(conversationId, text).then((sent) => {
      if (sent) learnFromSent(conversationId, text)
    })
  }
  const submitLatest = useEffectEvent(submit)
  useEffect(() => {
    if (!awaited) return
    if (ready) submitLatest()
    else if (!mayGetReady) setAwaited(conversationId, false)
  }, [awaited, ready, mayGetReady, conversationId])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (sendsMessage(event.nativeEvent, sendKey)) {
      event.preventDefault()
      submit()
    } else if (event.key === 'ArrowUp' && !isWritten && conversationId !== null) {
      const last = queueOf(conversationId).at(-1)
      if (!last) return
      event.preventDefault()
      attempt(takeBack(last))
    }
  }

  return (
    <div className="text-column space-y-2 pt-1 pb-4">
      <TalkingBars />
      {conversationId !== null && <QueuedMessages conversationId={conversationId} />}
      <ComposerNotice conversationId={conversationId} onRetry={submit} />
      <askDocument.Component
        files={attachments}
        contextTokens={describedModel?.contextTokens}
        previews={previews}
        onAsk={(file) => {
          sendPassagesOnly(conversationId, file)
          focusComposer()
        }}
      />
      <composerContent.Component
        conversationId={conversationId}
        files={attachments}
        onInsert={(content) => insertContent(conversationId, content)}
        onRemove={(file) => removeStoredFile(conversationId, file)}
      />
      <slashMenu.Component
        conversationId={conversationId}
        text={text}
        fieldId={composerId}
        readSelection={readSelection}
        onInsert={(content, place) => insertPrompt(conversationId, content, place)}
      />
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <DraftFiles
          files={files}
          modelName={describedModel?.name}
          previews={previews}
          onRemove={(key) => {
            removeDraftFile(conversationId, key)
            focusComposer()
          }}
        />
        <p role="status" className="px-4 text-xs text-muted not-empty:pt-3">
          {awaited && !areReady(files) && t('chat.composer.awaitingFiles')}
        </p>
        <textarea
          id={composerId}
          // An empty field takes the interface's direction, for its placeholder.
          dir={text === '' ? undefined : 'auto'}
          rows={1}
          ref={focusOnMount}
          value={text}
          aria-label={t('chat.composer.label')}
          placeholder={t('chat.composer.placeholder')}
          onChange={(event) => {
            setText(event.target.value)
            setAwaited(conversationId, false)
          }}
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
        <div className="@container flex items-end justify-between gap-2 p-2">
          {/* A narrow composer has a second line for what does not fit beside the model. */}
          <div className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-1">
            <AttachButton
              onFiles={attach}
              {...(hasResources && { onResources: () => pickResource(true) })}
            />
            <ModelPicker />
            {describedModel?.capabilities?.reasoning === true && (
              <EffortMenu conversationId={conversationId} />
            )}
            <setupButton.Component conversationId={conversationId} />
            <chatTools.Component conversationId={conversationId} model={describedModel} />
            <chatBases.Component conversationId={conversationId} model={describedModel} />
            <div className="ms-auto min-w-0">
              <TokenCount
                conversationId={conversationId}
                text={text}
                files={attachments}
                previews={previews}
                model={model}
                answering={running}
                contextTokens={describedModel?.contextTokens}
                contextIsMaximum={describedModel?.contextIsMaximum ?? false}
              />
            </div>
          </div>
          {answering && ready && (
            <IconButton
              type="submit"
              label={t('chat.composer.queue')}
              shortcut={sendKeyText(sendKey)}
              tooltipSide="top"
              icon={<ListPlus aria-hidden className="size-5" />}
            />
          )}
          <VoiceConversationButton />
          <VoiceInputButton />
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
              shortcut={sendKeyText(sendKey)}
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

async function readSelection(): Promise<string> {
  return (await import('../copying/copySelection.ts')).selectedText()
}

/** Tells whether every file has been uploaded. */
function areReady(files: readonly DraftFile[]): boolean {
  return files.every(({ state }) => state.stage === 'ready')
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
