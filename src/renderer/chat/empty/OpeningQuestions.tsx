import { MessageCircleQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { focusComposer, setDraft } from '../composer/composing.ts'

/** Shows the opening questions of an assistant. One that is pressed waits in the composer. */
export function OpeningQuestions({ questions }: { questions: readonly string[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t('chat.empty.startersTitle')} className="space-y-2">
      {questions.map((question, index) => (
        <button
          key={index}
          type="button"
          className="pressable flex w-full items-start gap-3 rounded-xl border border-line px-3.5 py-3 text-start text-sm hover:bg-hover"
          onClick={() => {
            setDraft(question)
            requestAnimationFrame(focusComposer)
          }}
        >
          <MessageCircleQuestion aria-hidden className="mt-0.5 size-4.5 shrink-0 text-accent-ink" />
          <span dir="auto" className="min-w-0 break-words">
            {question}
          </span>
        </button>
      ))}
    </div>
  )
}
