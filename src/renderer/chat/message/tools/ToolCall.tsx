import { useAtomValue } from 'jotai'
import { ChevronRight, CircleAlert, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { canonicalArguments } from '../../../../shared/plugins/canonicalArguments.ts'
import { calledTool } from '../../../../shared/plugins/calledTool.ts'
import type { MessageStatus } from '../../../../shared/chat/chat.ts'
import {
  hostedPictureName,
  noPicture,
  pictureToolName,
} from '../../../../shared/media/hostedPictures.ts'
import { MessageFiles } from '../../../attachments/MessageFiles.tsx'
import { lazyComponent } from '../../../core/lazyComponent.tsx'
import { MarkdownText } from '../../../core/MarkdownText.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { ElapsedTime } from '../../../ui/status/ElapsedTime.tsx'
import { formatSeconds } from '../../../ui/formatAmount.ts'
import { pluginFramesTexts } from '../../../plugins/frames/texts.ts'
import { draftFromView } from '../../composer/draftFromView.ts'
import { goOnFromPage, showChanged } from '../../conversation/pageAnswers.ts'
import { toolNewsAtom } from '../../conversation/toolNews.ts'
import { useKeptFlag } from '../../log/keptState.ts'
import type { ToolCallPart, ToolResultPart } from '../../../../shared/chat/parts.ts'
import { LongText } from '../../../core/LongText.tsx'
import { toolTitle } from './toolTitle.ts'
import { visibleText } from '../../../ui/visibleText.ts'

const page = lazyComponent(
  async () => (await import('../../../plugins/frames/PluginFrame.tsx')).PluginFrame,
  [pluginFramesTexts],
)
const pageTexts = lazyComponent(async () => (await import('./PageTexts.tsx')).PageTexts)
/** Loaded when a call tells something: few do. */
const news = lazyComponent(async () => (await import('./ToolNewsNote.tsx')).ToolNewsNote)
const links = lazyComponent(async () => (await import('./ResultLinks.tsx')).ResultLinks)
const picture = lazyComponent(async () => (await import('../PictureCard.tsx')).PictureCard)
const approval = lazyComponent(async () => (await import('./Approval.tsx')).Approval)

/** Characters shown at once. Longer JSON is shown as it was written. */
const shownLength = 20_000

/** Shorter times are not shown. */
const toldMilliseconds = 1000

interface ToolCallProps {
  messageId: string
  /**
   * The calls that are asked about here, this one first; empty if another one asks about it;
   * undefined if it does not wait.
   */
  asked: readonly ToolCallPart[] | undefined
  /** Asks about each call by itself. */
  onSeparate: () => void
  /** Asks the user whether the call may run again. */
  onRepeat: () => void
  /** The answer's status. */
  status: MessageStatus | undefined
  call: ToolCallPart
  /** The tool's result; undefined while it runs, or if it never ran. */
  result: ToolResultPart | undefined
}

/** Shows a tool call: the question whether it may run, or its state and result. */
export function ToolCall(props: ToolCallProps): ReactNode {
  const { messageId, asked, onSeparate, onRepeat, status, call, result } = props
  const { t } = useTranslation()
  if (asked) {
    if (asked.length === 0) return null
    const [, ...alike] = asked
    return (
      <approval.Component messageId={messageId} calls={[call, ...alike]} onSeparate={onSeparate} />
    )
  }
  return (
    <>
      <CallSummary status={status} call={call} result={result} onRepeat={onRepeat} />
      {isRunning(props) && <CallNews messageId={messageId} callId={call.id} />}
      {call.task && !result && stateOf(call, result, false) === 'interrupted' && <KeptTask />}
      {result?.refusal && (
        <p className="ps-5 text-sm text-muted">{t(`chat.tool.refusal.${result.refusal}`)}</p>
      )}
      {result?.failed && isHosted(call) && <Refusal text={result.text} />}
      {result?.files && <MessageFiles files={result.files} align="start" />}
      {result?.rest && <MessageFiles files={[result.rest]} align="start" />}
      {result?.media && <picture.Component jobId={result.media.jobId} />}
      {result?.links && <links.Component links={result.links} />}
      {result?.page && (
        <page.Component
          messageId={messageId}
          toolCallId={call.id}
          onChanged={showChanged}
          onAsksModel={() => goOnFromPage(messageId)}
          onDrafted={draftFromView}
        />
      )}
      {result?.pageTexts && <pageTexts.Component call={call} texts={result.pageTexts} />}
      {result?.shown !== undefined && <MarkdownText text={result.shown} streaming={false} />}
    </>
  )
}

/** Shows a tool call: name, state, and its folded arguments and result. */
function CallSummary(
  props: Pick<ToolCallProps, 'status' | 'call' | 'result' | 'onRepeat'>,
): ReactNode {
  const { status, call, result, onRepeat } = props
  const { t } = useTranslation()
  const [open, setOpen] = useKeptFlag(`call ${call.id}`, false)
  const state = stateOf(call, result, status === 'streaming')
  const Icon = troubles.includes(state) ? CircleAlert : Wrench
  return (
    <details
      open={open}
      className="reasoning"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="pressable">
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className={state === 'running' ? 'thinking' : ''}>
          {isPermission(call, result)
            ? t('chat.tool.picture.allowed')
            : t(`chat.tool.${state}`, { name: toolTitle(t, call) })}
        </span>
        <CallTime call={call} result={result} running={state === 'running'} />
        <ChevronRight aria-hidden className="reasoning-arrow size-4 shrink-0" />
      </summary>
      {/* Mounted only when open, so that a folded text costs nothing while it grows. */}
      {open && (
        <div className="reasoning-text space-y-2">
          <ToolText title={t('chat.tool.arguments')} text={readable(calledTool(call).arguments)} />
          {result && <ToolText title={t('chat.tool.result')} text={readable(result.text)} />}
          {result?.viewContext && (
            <ToolText title={t('chat.tool.viewContext')} text={result.viewContext.text} />
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 font-sans text-sm">
            {call.permission && <p>{t(`chat.tool.permission.${call.permission}`)}</p>}
            {result?.source !== undefined && (
              <p className="break-all">
                {t('chat.tool.source', { source: visibleText(result.source) })}
              </p>
            )}
            {result &&
              isRepeatable(call, result) &&
              status !== 'streaming' &&
              status !== 'awaiting' && (
                <Button size="small" onClick={onRepeat}>
                  {t('chat.tool.again')} <span className="sr-only">{toolTitle(t, call)}</span>
                </Button>
              )}
          </div>
        </div>
      )}
    </details>
  )
}

interface CallTimeProps {
  call: ToolCallPart
  result: ToolResultPart | undefined
  running: boolean
}

/** Shows how long the call has run, or ran if that was long. */
function CallTime({ call, result, running }: CallTimeProps): ReactNode {
  const { i18n } = useTranslation()
  if (running) return call.startedAt !== undefined && <ElapsedTime since={call.startedAt} />
  const milliseconds = result?.durationMilliseconds ?? 0
  if (milliseconds < toldMilliseconds) return null
  return <span className="tabular-nums">{formatSeconds(i18n.language, milliseconds / 1000)}</span>
}

/** Tells whether the service ran it itself. */
function isHosted({ name }: ToolCallPart): boolean {
  return name === hostedPictureName
}

/**
 * Tells whether a call has only asked whether the service may make pictures: one that made some has
 * files, or a job. The picture is a call of its own.
 */
function isPermission(call: ToolCallPart, result: ToolResultPart | undefined): boolean {
  if (calledTool(call).name !== pictureToolName || !result || result.failed) return false
  return !result.files && !result.media
}

/** A call that the service ran itself can't be run again here, and a permission need not be. */
function isRepeatable(call: ToolCallPart, result: ToolResultPart): boolean {
  return !isHosted(call) && !isPermission(call, result)
}

/** Says why the service has made no picture: what was shown of it is gone. */
function Refusal({ text }: { text: string }): ReactNode {
  const { t } = useTranslation()
  const reason = text.startsWith(noPicture) ? text.slice(noPicture.length).trim() : text
  return (
    <p className="ps-5 text-sm break-words text-muted">
      {t('chat.tool.picture.none')} <bdi>{visibleText(reason)}</bdi>
    </p>
  )
}

function isRunning({ call, result, status }: ToolCallProps): boolean {
  return stateOf(call, result, status === 'streaming') === 'running'
}

/** Shows what the call's server tells while it runs. */
function CallNews({ messageId, callId }: { messageId: string; callId: string }): ReactNode {
  const told = useAtomValue(toolNewsAtom).get(messageId)?.get(callId)
  return told && <news.Component news={told} />
}

/** Says that the result of an interrupted call may still be there. */
function KeptTask(): ReactNode {
  const { t } = useTranslation()
  return <p className="ps-5 text-sm text-muted">{t('chat.tool.taskKept')}</p>
}

type CallState =
  | 'awaiting'
  | 'pending'
  | 'running'
  | 'done'
  | 'failed'
  | 'denied'
  | 'interrupted'
  | 'notRun'

const troubles: readonly CallState[] = ['failed', 'denied', 'interrupted', 'notRun']

function stateOf(
  { state }: ToolCallPart,
  result: ToolResultPart | undefined,
  active: boolean,
): CallState {
  if (state === 'denied' || (state === 'interrupted' && (!result || result.failed))) return state
  if (result) return result.failed ? 'failed' : 'done'
  if (state === 'awaiting') return 'awaiting'
  if (state === 'allowed') return 'pending'
  return active ? 'running' : 'notRun'
}

function ToolText({ title, text }: { title: string; text: string }): ReactNode {
  if (text === '') return null
  return (
    <section>
      <h3 className="text-xs">{title}</h3>
      <LongText text={text} label={title} shownLength={shownLength} scrollable />
    </section>
  )
}

/** Returns a JSON object with indentation, and a text that this would change as it is. */
function readable(text: string): string {
  if (text.length > shownLength || !/^\s*\{/.test(text)) return text
  const read = canonicalArguments(text)
  return 'problem' in read ? text : JSON.stringify(read.input, null, 2)
}
