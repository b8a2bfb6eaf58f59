import { Compass, KeyRound, Monitor } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../shared/models.ts'
import { Card } from '../ui/layout/Card.tsx'
import { Chip } from '../ui/layout/Chip.tsx'
import { Welcome } from '../ui/status/Welcome.tsx'
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
      <Card icon={Monitor} title={t('providers.first.local.title')}>
        <FoundServers
          onUseModel={onUseModel}
          onAskHow={() => onAskGuide(t('providers.first.questions.local'))}
        />
      </Card>
      <Card icon={KeyRound} title={t('providers.first.key.title')}>
        <PasteKey onUseModel={onUseModel} />
      </Card>
      <Card icon={Compass} title={t('providers.first.guide.title')}>
        <ul className="flex flex-wrap gap-2">
          {questions.map((question) => (
            <li key={question}>
              <Chip onClick={() => onAskGuide(t(`providers.first.questions.${question}`))}>
                {t(`providers.first.questions.${question}`)}
              </Chip>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
