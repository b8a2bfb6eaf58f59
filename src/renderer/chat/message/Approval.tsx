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
import { LongText } from './LongText.tsx'
import { toolTitle } from './toolTitle.ts'
import { visibleText } from './visibleText.ts'

/** A press meant for what was here before must not allow anything. */
const deadMilliseconds = 400
/** More fields, or longer names, are shown as the text that the model wrote. */
const fieldsMaximum = 100
const nameLengthMaximum = 200
/** Little, so that a long argument does not push the next ones out of sight. */
const shownLength = 400

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
  const name = visibleText(toolTitle(t, call))
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
      <div className="flex items-start gap-2">
        <ShieldQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <h3 id={titleId} className="min-w-0 grow font-medium break-words">
          {t('chat.approval.title', { name })}
        </h3>
        <span className="shrink-0 text-muted">{t('chat.approval.waiting')}</span>
      </div>
      {approval.destination !== null && (
        <p className="break-words">
          {t('chat.approval.destination', { host: visibleText(approval.destination) })}
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
      aria-label={t('chat.tool.arguments')}
      className="selectable grid grid-cols-[minmax(4rem,auto)_1fr] gap-x-4 gap-y-2"
    >
      {fields.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">
            <bdi>{visibleText(name)}</bdi>
          </dt>
          <dd className="min-w-0">
            <LongText
              text={value}
              label={name === '' ? t('chat.tool.arguments') : name}
              shownLength={shownLength}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the arguments by name; a text that is no object, or a large one, has no name. */
function fieldsOf(text: string): [name: string, value: string][] {
  if (text.trim() === '') return []
  const value = parseJson(text)
  const fields = isObject(value) ? Object.entries(value) : undefined
  const isReadable =
    fields &&
    fields.length <= fieldsMaximum &&
    fields.every(([name]) => name.length <= nameLengthMaximum)
  return isReadable ? fields.map(([name, field]) => [name, textOf(field)]) : [['', text]]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function useDelayed(milliseconds: number): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return over
}
