import { ShieldQuestion } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isObject, parseJson } from '../../../shared/json.ts'
import type { ToolCallPart } from '../../../shared/parts.ts'
import { Button } from '../../ui/Button.tsx'
import { attempt } from '../../core/failures.ts'
import { focusComposer } from '../composer/composing.ts'
import { answerToolCall } from '../conversation/answering.ts'
import type { ToolCallDecision } from '../conversation/answering.ts'
import { toolTitle } from './toolTitle.ts'

/** A press meant for what was here before must not allow anything. */
const deadMilliseconds = 400
const valueLengthMaximum = 20_000

interface ApprovalProps {
  messageId: string
  call: ToolCallPart
}

/** Asks whether a call may run, and shows everything that the tool would get. */
export function Approval({ messageId, call }: ApprovalProps): ReactNode {
  const { t } = useTranslation()
  const titleId = useId()
  const ready = useDelayed(deadMilliseconds)
  const [deciding, setDeciding] = useState(false)
  const { approval } = call
  const name = toolTitle(t, call)
  if (!approval) return null
  const decide = (decision: ToolCallDecision): void => {
    // The card disappears, and the focus must not.
    focusComposer()
    setDeciding(true)
    attempt(answerToolCall(messageId, approval.id, decision).finally(() => setDeciding(false)))
  }
  const busy = !ready || deciding
  return (
    <section
      role="group"
      aria-labelledby={titleId}
      className="space-y-3 rounded-xl border border-line bg-sunken px-4 py-3 text-sm"
    >
      <h3 id={titleId} className="flex items-center gap-2 font-medium">
        <ShieldQuestion aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 break-words">{t('chat.approval.title', { name })}</span>
      </h3>
      {approval.destination !== null && (
        <p className="break-words">
          {t('chat.approval.destination', { host: approval.destination })}
        </p>
      )}
      <Arguments text={call.arguments} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="primary" disabled={busy} onClick={() => decide('once')}>
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
      </div>
    </section>
  )
}

function Arguments({ text }: { text: string }): ReactNode {
  const { t } = useTranslation()
  const fields = fieldsOf(text)
  if (fields.length === 0) return <p className="text-muted">{t('chat.approval.nothing')}</p>
  return (
    <dl
      tabIndex={0}
      aria-label={t('chat.tool.arguments')}
      className="selectable grid max-h-72 grid-cols-[minmax(4rem,auto)_1fr] gap-x-4 gap-y-1 overflow-y-auto"
    >
      {fields.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">
            <bdi>{name}</bdi>
          </dt>
          <dd className="min-w-0 break-words whitespace-pre-wrap">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the arguments by name; a text that is no object has no name. */
function fieldsOf(text: string): [name: string, value: string][] {
  const whole: [string, string][] = text.trim() === '' ? [] : [['', shorten(text)]]
  const value = parseJson(text)
  if (!isObject(value)) return whole
  return Object.entries(value).map(([name, field]) => [name, shorten(textOf(field))])
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function shorten(text: string): string {
  return text.length > valueLengthMaximum ? `${text.slice(0, valueLengthMaximum)}…` : text
}

function useDelayed(milliseconds: number): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return over
}
