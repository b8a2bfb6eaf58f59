import { Notification } from 'electron'
import type { Locale } from '../../shared/languages.ts'
import { menuTextsIn } from './menu/menuTexts.ts'

/** Shown notifications: one that nothing refers to would lose its click. */
const shown = new Set<Notification>()

/** Shows the system's notification that a version can be installed. A click opens the updates. */
export function notifyOfUpdate(version: string, locale: Locale, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const t = menuTextsIn(locale)
  const notification = new Notification({
    title: t('updateReadyTitle').replace('{{version}}', () => version),
    body: t('updateReadyText'),
  })
  shown.add(notification)
  notification.on('click', onClick)
  notification.on('close', () => shown.delete(notification))
  notification.show()
}
