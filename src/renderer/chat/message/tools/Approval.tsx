import { ShieldQuestion } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { calledTool } from '../../../../shared/plugins/calledTool.ts'
import type { ToolCallPart } from '../../../../shared/chat/parts.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { formatNumber } from '../../../ui/formatAmount.ts'
import { api } from '../../../core/bridge.ts'
import { attempt } from '../../../core/failures.ts'
import { priceText } from '../../../core/priceText.ts'
import { focusComposer } from '../../composer/composing.ts'
import { answerToolCalls } from '../../conversation/answering.ts'
import type { ToolCallDecision } from '../../conversation/answering.ts'
import { ApprovalArguments } from './ApprovalArguments.tsx'
import { ApprovalFlow } from './ApprovalFlow.tsx'
import { ApprovalScopes } from './ApprovalScopes.tsx'
import { TimeLeft } from './TimeLeft.tsx'
import { compareFields, fieldsOf, isChanged } from './argumentFields.ts'
import { toolTitle } from './toolTitle.ts'
import { visibleText } from '../../../ui/visibleText.ts'

/** A press meant for what was here before must not allow anything. */
const deadMilliseconds = 400

interface ApprovalProps {
  messageId: string
  /** The calls of one tool that are decided together: mostly one. */
  calls: readonly [ToolCallPart, ...ToolCallPart[]]
  /** Asks about each call by itself. */
  onSeparate: () => void
}

/** Asks whether calls may run, and shows everything that the tool would get. */
export function Approval({ messageId, calls, onSeparate }: ApprovalProps): ReactNode {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  const ready = useDelayed(deadMilliseconds)
  const [deciding, setDeciding] = useState(false)
  const [call] = calls
  const { approval, pluginTitle } = call
  const earlier = useLastApproved(call)
  const name = visibleText(toolTitle(t, call))
  if (!approval) return null
  const decide = (decision: ToolCallDecision, free?: string[]): void => {
    // The card disappears, and the focus must not.
    focusComposer()
    setDeciding(true)
    const ids = calls.flatMap((one) => one.approval?.id ?? [])
    attempt(answerToolCalls(messageId, ids, decision, free).finally(() => setDeciding(false)))
  }
  const busy = !ready || deciding
  const several = calls.length > 1
  const formatted = formatNumber(i18n.language, calls.length)
  const names = fieldsOf(calledTool(call).arguments).flatMap((field) =>
    field.name === null ? [] : field.name,
  )
  return (
    <section
      role="group"
      aria-labelledby={titleId}
      className="space-y-3 rounded-xl border border-line bg-sunken px-4 py-3 text-sm"
    >
      <div className="flex items-start gap-2">
        <ShieldQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <h3 id={titleId} className="min-w-0 grow font-medium break-words">
          {several
            ? t('chat.approval.titleSeveral', { name, count: calls.length, formatted })
            : t('chat.approval.title', { name })}
        </h3>
        <span className="shrink-0 text-muted">{t('chat.approval.waiting')}</span>
      </div>
      {pluginTitle !== undefined && (
        <p className="break-words">
          {t('chat.approval.plugin', { plugin: visibleText(pluginTitle) })}
        </p>
      )}
      {approval.destination !== null && (
        <p className="break-words">
          {t('chat.approval.destination', { host: visibleText(approval.destination) })}
        </p>
      )}
      {approval.price !== undefined && approval.price?.amount !== 0 && (
        <p>{priceText(t, i18n.language, { price: null, estimate: approval.price })}</p>
      )}
      {call.expiresAt !== undefined && <TimeLeft until={call.expiresAt} />}
      {approval.flow && <ApprovalFlow flow={approval.flow} />}
      {several ? <CallList calls={calls} /> : <OneCall call={call} earlier={earlier} />}
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={busy} onClick={() => decide('once')}>
          {t('chat.approval.once')}
        </Button>
        {approval.scope !== null && (
          <Button size="small" disabled={busy} onClick={() => decide('chat')}>
            {t('chat.approval.chat')}
          </Button>
        )}
        <Button size="small" disabled={busy} onClick={() => decide('deny')}>
          {t('chat.approval.deny')}
        </Button>
        {several && (
          <Button size="small" variant="quiet" onClick={onSeparate}>
            {t('chat.approval.separate')}
          </Button>
        )}
      </div>
      {approval.scope !== null && (
        <ApprovalScopes
          names={names}
          alwaysName={approval.always === true ? name : undefined}
          disabled={busy}
          onArguments={(free) => decide('arguments', free)}
          onAlways={() => decide('always')}
        />
      )}
    </section>
  )
}

function OneCall({ call, earlier }: { call: ToolCallPart; earlier: string | null }): ReactNode {
  const { t } = useTranslation()
  const copied = call.approval?.flow?.copied ?? []
  if (earlier === null) {
    return <ApprovalArguments fields={fieldsOf(calledTool(call).arguments)} copied={copied} />
  }
  const fields = compareFields(calledTool(call).arguments, earlier)
  return (
    <>
      {!fields.some(isChanged) && <p className="text-muted">{t('chat.approval.diff.none')}</p>}
      <ApprovalArguments fields={fields} copied={copied} />
    </>
  )
}

function CallList({ calls }: { calls: readonly ToolCallPart[] }): ReactNode {
  return (
    <ol className="list-decimal space-y-2 ps-6">
      {calls.map((call) => (
        <li key={call.id}>
          <ApprovalArguments fields={fieldsOf(calledTool(call).arguments)} />
        </li>
      ))}
    </ol>
  )
}

/** Returns the arguments of the last call of this tool that the user has allowed. */
function useLastApproved(call: ToolCallPart): string | null {
  const { pluginId = '' } = call
  const { name } = calledTool(call)
  const [earlier, setEarlier] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    const ask = async (): Promise<void> => {
      const found = await api.tools.lastApproved({ tool: name, pluginId })
      if (!isOver) setEarlier(found.arguments)
    }
    attempt(ask())
    return () => {
      isOver = true
    }
  }, [name, pluginId])
  return earlier
}

function useDelayed(milliseconds: number): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return over
}
