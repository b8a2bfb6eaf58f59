import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Suggestion } from '../../../shared/speech/speech.ts'
import { api } from '../../core/bridge.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { attempt } from '../../core/failures.ts'

/** Lists words that the user has corrected more than once, to add or to dismiss. */
export function Suggestions({ suggestions }: { suggestions: readonly Suggestion[] }): ReactNode {
  const { t } = useTranslation()
  if (suggestions.length === 0) {
    return <p className="pb-3 text-sm text-muted">{t('speech.vocabulary.noSuggestions')}</p>
  }
  return (
    <ul aria-label={t('speech.vocabulary.suggestions')} className="space-y-1 pb-3">
      {suggestions.map(({ id, heard, corrected, count }) => {
        const answer = (accept: boolean): void =>
          attempt(api.speech.answerSuggestion({ id, accept }))
        const change = { heard, corrected }
        return (
          <li key={id} className="flex flex-wrap items-center gap-2 text-sm">
            <bdi className="min-w-0 truncate text-muted line-through">{heard}</bdi>
            <bdi className="min-w-0 truncate font-medium">{corrected}</bdi>
            <span className="text-xs text-muted">{t('speech.vocabulary.times', { count })}</span>
            <span className="ms-auto flex gap-1">
              <Button
                size="small"
                aria-label={t('speech.vocabulary.accept', change)}
                onClick={() => answer(true)}
              >
                {t('speech.vocabulary.add')}
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('speech.vocabulary.refuse', change)}
                onClick={() => answer(false)}
              >
                {t('speech.vocabulary.dismiss')}
              </Button>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
