import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ParleyMark } from '../../ui/ParleyMark.tsx'
import { DictationHint } from '../talking/DictationHint.tsx'
import { RecentChats } from './RecentChats.tsx'
import { Starters } from './Starters.tsx'

/** Shows what a new chat offers to begin with. */
export function EmptyChat(): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="text-column space-y-8 py-8">
      <div className="flex flex-col items-center gap-4">
        <ParleyMark className="size-11 text-accent" />
        <h1 className="text-center text-2xl font-semibold tracking-tight text-balance">
          {t('chat.empty.title')}
        </h1>
      </div>
      <Starters />
      <RecentChats />
      <DictationHint />
    </div>
  )
}
