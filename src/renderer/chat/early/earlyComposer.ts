import { directionOf } from '../../../shared/languages.ts'
import type { StartData } from '../../../shared/startData.ts'
import { isNarrow } from '../../core/appearance/isNarrow.ts'
import { readStoredNumber } from '../../core/stored/readStoredNumber.ts'
import { setAppearance } from '../../core/appearance/setAppearance.ts'
import { sidebarWidth } from '../../core/appearance/sidebarWidth.ts'
import { defaultTextPixels } from '../../ui/textScale.ts'
import type english from '../../locales/en-US.json'
import { createDrafts } from '../composer/drafts.ts'
import { sendsMessage } from '../../core/sendKey.ts'
import type { SendKeyChoice } from '../../core/sendKey.ts'

/** The DOM id of the early composer's text field. */
export const earlyFieldId = 'early-composer'

/**
 * Draws a composer at the place of a new chat's, which takes text while the page's scripts are
 * read. `takeEarlyText` hands over what was typed. Without settings it draws nothing.
 */
export function drawEarlyComposer(
  root: HTMLElement,
  { info, preferences, texts }: StartData,
): void {
  // The page itself was faster.
  if (root.childElementCount > 0 || info.fatal || !preferences) return
  setAppearance(info, preferences)
  document.documentElement.lang = texts.locale
  document.documentElement.dir = directionOf(texts.locale)
  const field = createField(texts.tree as FirstTexts, {
    sendKey: preferences.chats.sendKey,
    platform: info.platform,
  })
  root.append(frameOf(field))
  field.focus()
}

type FirstTexts = Pick<typeof english, 'chat'>

function createField({ chat }: FirstTexts, sendKey: SendKeyChoice): HTMLTextAreaElement {
  const field = document.createElement('textarea')
  field.id = earlyFieldId
  field.className = 'growing-field px-4 pt-3.5 leading-relaxed'
  field.rows = 1
  field.ariaLabel = chat.composer.label
  field.placeholder = chat.composer.placeholder
  field.value = createDrafts(localStorage).get(null)
  const setDirection = (): void => {
    field.dir = field.value === '' ? '' : 'auto'
  }
  setDirection()
  field.addEventListener('input', () => {
    setDirection()
    delete field.dataset['entered']
  })
  field.addEventListener('compositionstart', () => (field.dataset['composing'] = ''))
  field.addEventListener('compositionend', () => delete field.dataset['composing'])
  field.addEventListener('keydown', (event) => {
    if (!sendsMessage(event, sendKey)) return
    event.preventDefault()
    if (field.value.trim() !== '') field.dataset['entered'] = ''
  })
  return field
}

/** Returns the field within empty places of the rail and the list of chats, as the page has them. */
function frameOf(field: HTMLTextAreaElement): HTMLElement {
  const box = element('composer', element('px-4'), field, element('p-2', element('min-h-9')))
  const column = element('text-column pt-1 pb-4', box)
  const chat = element(
    'flex h-full min-w-0 flex-1 flex-col justify-end',
    element('scroll-room shrink-0 overflow-hidden', column),
  )
  const list = element('max-w-2/5 shrink-0 bg-sunken')
  const width = readStoredNumber(sidebarWidth.key) ?? sidebarWidth.initial
  list.style.inlineSize = `${width / defaultTextPixels}rem`
  const rail = element('w-13 shrink-0 bg-sunken')
  const place = element('flex min-w-0 flex-1', ...(isNarrow() ? [] : [list]), chat)
  return element('flex h-full', rail, place)
}

function element(className: string, ...children: HTMLElement[]): HTMLElement {
  const created = document.createElement('div')
  created.className = className
  created.append(...children)
  return created
}
