import type { SendKey } from '../../shared/chat/chatPreferences.ts'
import { everyOf } from '../core/everyOf.ts'
import { sendKeyText } from '../core/sendKey.ts'
import { sendKeyAtom } from '../core/sendKeyAtom.ts'
import { store } from '../core/store.ts'
import { groupChoice } from './choices.ts'

const sendKeys = everyOf<SendKey>({ enter: true, commandEnter: true })

/** The keys that may send a message, named as this computer's keyboard prints them. */
export const sendKeyChoice = groupChoice('chats', 'sendKey', {
  onlyByTitle: true,
  options: () => {
    const { platform } = store.get(sendKeyAtom)
    return sendKeys.map((value) => ({ value, label: sendKeyText({ sendKey: value, platform }) }))
  },
  toText: String,
  fromText: String,
})
