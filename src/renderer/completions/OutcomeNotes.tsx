import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorAction } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { errorText } from '../core/errorText.ts'
import { openSettings } from '../core/settingsTarget.ts'
import { formatTokens } from '../ui/formatAmount.ts'
import { Spinner } from '../ui/status/Spinner.tsx'
import { outcomeAtom, runAtom } from './continuedText.ts'

interface OutcomeNotesProps {
  model: ModelReference | null
  hasPieces: boolean
}

/** Shows what a continuation waits for, and how the last one ended. */
export function OutcomeNotes({ model, hasPieces }: OutcomeNotesProps): ReactNode {
  const { t, i18n } = useTranslation()
  const run = useAtomValue(runAtom)
  const outcome = useAtomValue(outcomeAtom)
  if (run) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        {run.waitsAfter ? errorText(t, run.waitsAfter).sentence : t('completions.running')}
      </p>
    )
  }
  if (!outcome) return null
  const { failure, reason, usage, warnings } = outcome
  const cut = warnings.findLast(({ code }) => code === 'promptCut')
  const otherKey = warnings.findLast(({ code }) => code === 'otherKey')
  const onAction = (action: ErrorAction): void => {
    if (action === 'addKey' || action === 'openProvider') {
      openSettings('providers', model?.providerId)
    }
  }
  return (
    <div role="status" className="space-y-2 text-sm text-muted">
      {failure && (
        <ErrorAlert
          error={failure.error}
          since={failure.at}
          onAction={onAction}
          offered={['addKey', 'openProvider']}
        />
      )}
      {cut && <p>{t('completions.promptCut')}</p>}
      {otherKey && <p>{t('completions.otherKey', { number: otherKey.subject ?? '' })}</p>}
      {reason && (
        <p>
          {t(`completions.ended.${hasPieces || reason !== 'stop' ? reason : 'nothing'}`)}
          {usage &&
            ` ${t('completions.usage', {
              input: formatTokens(i18n.language, usage.inputTokens),
              output: formatTokens(i18n.language, usage.outputTokens),
            })}`}
        </p>
      )}
    </div>
  )
}
