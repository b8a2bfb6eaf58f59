import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { assistantList } from '../../assistantProfiles/assistants.ts'
import { useChatSetup } from '../../assistantProfiles/chatSetups.ts'
import { Welcome } from '../../ui/status/Welcome.tsx'
import { DictationHint } from '../talking/DictationHint.tsx'
import { OpeningQuestions } from './OpeningQuestions.tsx'
import { RecentChats } from './RecentChats.tsx'
import { Starters } from './Starters.tsx'

/** Shows what a new chat offers to begin with. */
export function EmptyChat(): ReactNode {
  const { t } = useTranslation()
  const { chatSetup } = useChatSetup(null)
  const assistants = useAtomValue(assistantList.recordsAtom)
  const assistant = assistants?.find(({ id }) => id === chatSetup?.assistantId)
  const questions = assistant?.openingQuestions ?? []
  return (
    <div className="text-column space-y-8 py-8">
      <Welcome title={t('chat.empty.title')} />
      <div className="@container">
        {questions.length > 0 ? <OpeningQuestions questions={questions} /> : <Starters />}
      </div>
      <RecentChats />
      <DictationHint />
    </div>
  )
}
