import { atom } from 'jotai'
import type { SendKeyChoice } from './sendKey.ts'
import { infoAtom, preferencesAtom } from './store.ts'

/** The key that sends a message; Enter until the preferences are known. */
export const sendKeyAtom = atom<SendKeyChoice>((get) => ({
  sendKey: get(preferencesAtom)?.chats.sendKey ?? 'enter',
  platform: get(infoAtom)?.platform ?? 'linux',
}))
