import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Welcome } from '../../ui/status/Welcome.tsx'
import { DictationHint } from '../talking/DictationHint.tsx'
import { RecentChats } from './RecentChats.tsx'
import { Starters } from './Starters.tsx'

/** Shows what a new chat offers to begin with. */
export function EmptyChat(): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="text-column space-y-8 py-8">
      <Welcome title={t('chat.empty.title')} />
      <div className="@container">
        <Starters />
      </div>
      <RecentChats />
      <DictationHint />
    </div>
  )
}
