import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrainingEstimate } from '../../shared/fineTuning/fineTuning.ts'
import { ExternalLink } from '../core/ExternalLink.tsx'

/** Pages of the services on which a deployment is made, or is explained. */
const guides = {
  azure: 'https://ai.azure.com',
  fireworks: 'https://docs.fireworks.ai/fine-tuning/deploying-loras',
} as const

/** Says that the finished model must be deployed before it answers, where the service wants that. */
export function DeploymentNote({
  dialect,
}: {
  dialect: TrainingEstimate['dialect'] | null
}): ReactNode {
  const { t } = useTranslation()
  if (dialect !== 'azure' && dialect !== 'fireworks') return null
  const address = guides[dialect]
  return (
    <p>
      {t(`fineTuning.${dialect}Note`)}{' '}
      {/* An address reads from left to right, whatever the sentence does. */}
      <bdi dir="ltr">
        <ExternalLink address={address} className="text-accent-ink underline wrap-anywhere">
          {address}
        </ExternalLink>
      </bdi>
    </p>
  )
}
