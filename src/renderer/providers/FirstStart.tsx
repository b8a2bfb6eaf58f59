import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../shared/models.ts'
import { FoundServers } from './FoundServers.tsx'
import { PasteKey } from './PasteKey.tsx'

interface FirstStartProps {
  /** Called when the user has chosen a model to start with. */
  onUseModel: (model: ModelReference) => void
  /** Asks the built-in guide a question. */
  onAskGuide: (question: string) => void
}

const questions = ['start', 'local', 'privacy'] as const

/** Shows the three ways to start when nothing is configured, each one click. */
export function FirstStart({ onUseModel, onAskGuide }: FirstStartProps): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-3 px-4 py-8">
      <div className="space-y-1 px-1 pb-3">
        <h1 className="text-2xl font-semibold tracking-tight">{t('providers.first.title')}</h1>
        <p className="text-muted">{t('providers.first.description')}</p>
      </div>
      <Way title={t('providers.first.local.title')}>
        <FoundServers
          onUseModel={onUseModel}
          onAskHow={() => onAskGuide(t('providers.first.questions.local'))}
        />
      </Way>
      <Way title={t('providers.first.key.title')}>
        <PasteKey onUseModel={onUseModel} />
      </Way>
      <Way title={t('providers.first.guide.title')}>
        <ul className="flex flex-wrap gap-2">
          {questions.map((question) => (
            <li key={question}>
              <button
                type="button"
                className="pressable min-h-8 rounded-full bg-control px-3 py-1 text-start text-sm hover:bg-control-strong"
                onClick={() => onAskGuide(t(`providers.first.questions.${question}`))}
              >
                {t(`providers.first.questions.${question}`)}
              </button>
            </li>
          ))}
        </ul>
      </Way>
    </div>
  )
}

function Way({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section aria-label={title} className="space-y-2.5 rounded-2xl bg-sunken p-4">
      <h2 className="text-sm font-semibold">{title}</h2>
      {children}
    </section>
  )
}
