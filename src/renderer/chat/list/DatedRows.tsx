import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '../../../shared/chat/chat.ts'
import { groupByDate, type DateGroup } from './dateGroups.ts'
import { ChatRows, ListSection, type RowsProps } from './ListRows.tsx'
import { useToday } from './useToday.ts'

interface DatedRowsProps extends RowsProps {
  /** The time that orders the chats. */
  time: 'usedAt' | 'createdAt'
}

/** Shows chats, the newest first, under the days and months of their times. */
export function DatedRows({ time, conversations, ...rows }: DatedRowsProps): ReactNode {
  const { i18n } = useTranslation()
  const today = useToday()
  const groups = useMemo(
    () => groupByDate(conversations, (conversation) => conversation[time], today, i18n.language),
    [conversations, time, today, i18n.language],
  )
  return groups.map((group) => (
    <ListSection key={group.key} id={group.key} title={<GroupName group={group} />}>
      <ChatRows conversations={group.items} {...rows} />
    </ListSection>
  ))
}

function GroupName({ group }: { group: DateGroup<Conversation> }): ReactNode {
  const { t } = useTranslation()
  return group.name ? t(`chat.list.groups.${group.name}`) : group.month
}
