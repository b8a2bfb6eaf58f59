import i18next from 'i18next'
import type { Opening } from '../../shared/openings.ts'
import { attachStored } from '../attachments/attachFiles.ts'
import { newChat, openChat } from '../chat/actions.ts'
import { prependToDraft } from '../chat/composer/composing.ts'
import { putConversation } from '../chat/conversation/conversations.ts'
import type { Api } from '../core/bridge.ts'
import { errorText } from '../core/errorText.ts'
import { attempt } from '../core/failures.ts'
import { showSettings } from '../core/settingsTarget.ts'
import { placeAtom, store } from '../core/store.ts'
import { openPlugins } from '../plugins/pluginsView.ts'
import { showErrorToast } from '../ui/layers/Toast.tsx'

/** Shows what links, files and second starts ask for, as long as the page lives. */
export async function followOpenings(api: Api): Promise<void> {
  for await (const opening of api.app.opened({}, new AbortController().signal)) show(api, opening)
}

function show(api: Api, opening: Opening): void {
  switch (opening.kind) {
    case 'chat':
      return attempt(showChat(api, opening.conversationId, opening.messageId))
    case 'new':
      showNewChat()
      // A draft that is there already stays below.
      return prependToDraft(null, opening.text)
    case 'files':
      showNewChat()
      attachStored(null, opening.files)
      return
    case 'plugin':
      return openPlugins({ tab: 'marketplace', source: { kind: 'address', url: opening.url } })
    case 'server': {
      const bytes = new TextEncoder().encode(opening.json)
      return openPlugins({ tab: 'marketplace', source: { kind: 'file', name: 'link.json', bytes } })
    }
    case 'updates':
      return showSettings({ section: 'about', setting: 'newestVersion' })
    case 'refused':
      return showErrorToast(errorText(i18next.t, opening.error).sentence)
  }
}

/** Opens a chat that exists: a link may be older than its removal. */
async function showChat(api: Api, id: string, messageId: string | null): Promise<void> {
  putConversation(await api.chat.get({ id }))
  store.set(placeAtom, 'chats')
  openChat(id, messageId)
}

function showNewChat(): void {
  store.set(placeAtom, 'chats')
  newChat()
}
