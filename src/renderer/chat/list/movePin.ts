import i18next from 'i18next'
import type { Conversation } from '../../../shared/chat/chat.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { moveNoteAtom } from '../../folders/folderActions.ts'
import { pinnedList } from '../conversation/conversations.ts'

/** Moves a pinned chat a step among the others, and says where it is then. */
export async function movePinStep({ id, title }: Conversation, step: 'up' | 'down'): Promise<void> {
  const pins = store.get(pinnedList.atom).conversations.map((pin) => pin.id)
  const index = pins.indexOf(id)
  const to = index + (step === 'up' ? -1 : 1)
  if (index < 0 || to < 0 || to >= pins.length) return
  const beforeId = step === 'up' ? pins[to] : pins[to + 1]
  await api.folders.movePin({ id, beforeId: beforeId ?? null })
  const name = title || i18next.t('chat.list.untitled')
  store.set(
    moveNoteAtom,
    i18next.t('chat.folders.placed', { name, position: to + 1, count: pins.length }),
  )
}
