import type { Info } from './app.ts'
import type { Conversation } from './chat/chat.ts'
import type { Folder } from './folders.ts'
import type { Locale } from './languages.ts'
import type { ProviderState } from './providers.ts'
import type { Preferences } from './settings.ts'

/** The id of the element in the page that holds its start data as JSON. */
export const startDataId = 'start-data'

/** Data for the page's first paint. Main writes it into the page that it serves. */
export interface StartData {
  info: Info
  /** Null while the settings don't answer, as without a history. */
  preferences: Preferences | null
  /** The texts of the first paint in the language to show: `firstTexts` of `core/i18n.ts`. */
  texts: { locale: Locale; tree: object }
  /** Null while they don't answer; the page then asks for them, and shows the failure. */
  providers: ProviderState[] | null
  /** The chats used last, of `listedAtOnce` at most; null as above. */
  conversations: Conversation[] | null
  /** Folders and pins, as the list shows them; null as above. */
  order: StartOrder | null
}

/** The folders, all pinned chats, and the first page of the chats in no folder. */
export interface StartOrder {
  folders: Folder[]
  pinned: Conversation[]
  /** Null where it is the same as the chats used last: without folders and pins, by last use. */
  loose: Conversation[] | null
  /** The first pages of open folders, as many as the first screen may show. */
  opened: { folderId: string; conversations: Conversation[] }[]
}
