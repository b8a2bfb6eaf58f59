import { ChevronRight, CircleAlert, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptFlag } from '../log/keptState.ts'
import type { ToolCallPart, ToolResultPart } from '../../../shared/parts.ts'

/** Characters shown; more would slow the page down, and nobody reads them here. */
const shownLength = 20_000

interface ToolCallProps {
  call: ToolCallPart
  /** The tool's result; undefined while it runs, or if it never ran. */
  result: ToolResultPart | undefined
  /** Whether the answer is still being written. */
  active: boolean
}

/** Shows a tool call: name, state, and its folded arguments and result. */
export function ToolCall({ call, result, active }: ToolCallProps): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useKeptFlag(`call ${call.id}`, false)
  const state = stateOf(result, active)
  const Icon = state === 'failed' || state === 'notRun' ? CircleAlert : Wrench
  return (
    <details
      open={open}
      className="reasoning"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="pressable">
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className={state === 'running' ? 'thinking' : ''}>
          {t(`chat.tool.${state}`, { name: call.name })}
        </span>
        <ChevronRight aria-hidden className="reasoning-arrow size-4 shrink-0" />
      </summary>
      {/* A folded text costs nothing while it grows. */}
      {open && (
        <div className="reasoning-text space-y-2">
          <ToolText title={t('chat.tool.arguments')} text={readable(call.arguments)} />
          {result && <ToolText title={t('chat.tool.result')} text={readable(result.text)} />}
        </div>
      )}
    </details>
  )
}

function stateOf(
  result: ToolResultPart | undefined,
  active: boolean,
): 'running' | 'done' | 'failed' | 'notRun' {
  if (result) return result.failed ? 'failed' : 'done'
  return active ? 'running' : 'notRun'
}

function ToolText({ title, text }: { title: string; text: string }): ReactNode {
  if (text === '') return null
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
  return (
    <section>
      <h3 className="text-xs">{title}</h3>
      <pre
        dir="auto"
        tabIndex={0}
        aria-label={title}
        className="selectable mt-1 max-h-72 overflow-y-auto rounded-lg bg-code px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap text-ink"
      >
        {shown}
      </pre>
    </section>
  )
}

/** Returns JSON with indentation, and any other or incomplete text as it is. */
function readable(text: string): string {
  if (text.length > shownLength || !/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
