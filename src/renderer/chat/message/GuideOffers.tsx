import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../core/failures.ts'
import { openSettings } from '../../core/settingsTarget.ts'
import { modelsAtom } from '../../core/store.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { guideModel } from '../conversation/guideModel.ts'
import { chooseModel } from '../conversation/currentModel.ts'
import { send } from '../composer/composing.ts'

interface GuideOffersProps {
  topics: readonly string[]
  /** Whether the answer is the last of its chat. */
  last: boolean
}

/**
 * Shows what can be done after an answer of the guide: ask about one of its topics, and connect a
 * model while there is none.
 */
export function GuideOffers({ topics, last }: GuideOffersProps): ReactNode {
  const { t } = useTranslation()
  const models = useAtomValue(modelsAtom)
  const isAlone = models?.every(({ providerId }) => providerId === guideModel.providerId) ?? false
  return (
    <>
      {topics.length > 0 && (
        <ul aria-label={t('chat.message.guideTopics')} className="flex flex-wrap gap-2">
          {topics.map((topic) => (
            <li key={topic} className="max-w-full">
              <Chip onClick={() => attempt(askGuide(topic))}>{topic}</Chip>
            </li>
          ))}
        </ul>
      )}
      {last && isAlone && (
        <Alert
          tone="note"
          actions={
            <Button size="small" onClick={() => openSettings('providers')}>
              {t('chat.model.addProvider')}
            </Button>
          }
        >
          {t('chat.model.missing')}
        </Alert>
      )}
    </>
  )
}

/** Asks the guide, which answers again if another model was chosen since. */
async function askGuide(topic: string): Promise<void> {
  await chooseModel(guideModel)
  await send(topic)
}
