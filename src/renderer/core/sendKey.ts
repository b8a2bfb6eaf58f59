import type { Info } from '../../shared/app.ts'
import type { SendKey } from '../../shared/chat/chatPreferences.ts'
import { isPlainEnter } from './isPlainEnter.ts'
import { shortcutText } from './shortcutText.ts'

/** The user's choice, and the platform, whose command key is Ctrl or Cmd. */
export interface SendKeyChoice {
  sendKey: SendKey
  platform: Info['platform']
}

/**
 * Tells whether a key press in a message's field sends it. An Enter that does not begins a new line,
 * or ends a Japanese or Chinese word.
 */
export function sendsMessage(event: KeyboardEvent, { sendKey, platform }: SendKeyChoice): boolean {
  if (!isPlainEnter(event)) return false
  if (sendKey === 'enter') return true
  return platform === 'darwin' ? event.metaKey : event.ctrlKey
}

/** Returns the name of the keys that send, as printed on the keyboard. */
export function sendKeyText({ sendKey, platform }: SendKeyChoice): string {
  return shortcutText(sendKey === 'enter' ? 'Enter' : 'CmdOrCtrl+Enter', platform)
}
