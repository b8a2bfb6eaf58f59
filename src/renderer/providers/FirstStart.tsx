import { Compass, KeyRound, Monitor } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../shared/models.ts'
import { Welcome } from '../ui/Welcome.tsx'
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
    <div className="text-column flex flex-col gap-3 py-8">
      <div className="pb-4">
        <Welcome
          title={t('providers.first.title')}
          description={t('providers.first.description')}
        />
      </div>
      <Way icon={Monitor} title={t('providers.first.local.title')}>
        <FoundServers
          onUseModel={onUseModel}
          onAskHow={() => onAskGuide(t('providers.first.questions.local'))}
        />
      </Way>
      <Way icon={KeyRound} title={t('providers.first.key.title')}>
        <PasteKey onUseModel={onUseModel} />
      </Way>
      <Way icon={Compass} title={t('providers.first.guide.title')}>
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

interface WayProps {
  icon: LucideIcon
  title: string
  children: ReactNode
}

function Way({ icon: Icon, title, children }: WayProps): ReactNode {
  return (
    <section aria-label={title} className="flex gap-3.5 rounded-2xl border border-line p-4">
      <Icon aria-hidden className="mt-px size-4.5 shrink-0 text-accent-ink" />
      <div className="min-w-0 grow space-y-2.5">
        <h2 className="text-sm font-semibold">{title}</h2>
        {children}
      </div>
    </section>
  )
}
