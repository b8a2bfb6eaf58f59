import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { McpQuestion } from '../../../shared/plugins/mcp.ts'
import { formatDollars, formatNumber } from '../../ui/formatAmount.ts'
import { visibleText } from '../../ui/visibleText.ts'
import { StrangersText } from '../sheet/StrangersText.tsx'

/** Shows a text of a server or a model below what it is. */
function Captioned(props: { text: string; label: string }): ReactNode {
  return (
    <div className="space-y-1">
      <p aria-hidden className="text-xs text-muted">
        {props.label}
      </p>
      <StrangersText {...props} />
    </div>
  )
}

interface SampleViewProps {
  question: Extract<McpQuestion, { kind: 'sampling' | 'sample' }>
}

/** Shows what a server asks of a model, or what the model has answered and what that cost. */
export function SampleView({ question }: SampleViewProps): ReactNode {
  const { t, i18n } = useTranslation()
  const model = <p className="text-sm font-medium">{visibleText(question.model)}</p>
  if (question.kind === 'sampling') {
    return (
      <>
        {model}
        {question.system !== null && (
          <Captioned text={question.system} label={t('plugins.questions.system')} />
        )}
        {question.messages.map(({ role, text }, at) => (
          <Captioned key={at} text={text} label={t(`plugins.questions.roles.${role}`)} />
        ))}
      </>
    )
  }
  const { inputTokens, outputTokens, dollars } = question
  const count = inputTokens + outputTokens
  const formatted = formatNumber(i18n.language, count)
  return (
    <>
      {model}
      <Captioned text={question.text} label={t('plugins.questions.answer')} />
      <p className="text-xs text-muted">
        {t('plugins.tokens', { count, formatted })}
        {dollars !== null && <> · {formatDollars(i18n.language, dollars)}</>}
      </p>
    </>
  )
}
