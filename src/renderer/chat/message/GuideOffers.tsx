import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../core/failures.ts'
import { modelsAtom } from '../../core/store.ts'
import { Chip } from '../../ui/layout/Chip.tsx'
import { guideModel } from '../conversation/guideModel.ts'
import { chooseModel } from '../conversation/currentModel.ts'
import { NoModelNotice } from '../models/NoModelNotice.tsx'
import { send } from '../composer/composing.ts'

/** Shows the topics that an answer of the guide ends with: each asks about itself. */
export function GuideTopics({ topics }: { topics: readonly string[] }): ReactNode {
  const { t } = useTranslation()
  if (topics.length === 0) return null
  return (
    <ul aria-label={t('chat.message.guideTopics')} className="flex flex-wrap gap-2">
      {topics.map((topic) => (
        <li key={topic} className="max-w-full">
          <Chip onClick={() => attempt(askGuide(topic))}>{topic}</Chip>
        </li>
      ))}
    </ul>
  )
}

/** Offers to connect a model while there is none but the guide. */
export function ConnectModel(): ReactNode {
  const models = useAtomValue(modelsAtom)
  const isAlone = models?.every(({ providerId }) => providerId === guideModel.providerId)
  return isAlone ? <NoModelNotice /> : null
}

/** Asks the guide, which answers again if another model was chosen since. */
async function askGuide(topic: string): Promise<void> {
  await chooseModel(guideModel)
  await send(topic)
}
