import type { MessageBoxOptions } from 'electron'
import type { Locale } from '../../shared/languages.ts'
import type { ConsentFact, ConsentQuestion } from '../consent.ts'
import type { PermissionQuestion } from '../providers/keys/permissions.ts'
import { menuTextsIn, type MenuKey } from './menu/menuTexts.ts'

export interface ConfirmDependencies {
  locale: () => Locale
  /** Electron's `dialog.showMessageBox`. */
  showMessageBox: (options: MessageBoxOptions) => Promise<{ response: number }>
  now?: () => number
}

const refuseId = 0
const allowId = 1

/** After so many refusals within this time no dialog is shown, so that a page can't wear one down. */
const maxRefusals = 3
const refusalsMs = 60_000

/**
 * Returns a function that asks in a native dialog. Enter, Escape and closing the dialog all refuse.
 * A question while another one is open, or soon after three refusals, counts as refused.
 */
export function createConfirm(
  dependencies: ConfirmDependencies,
): (question: ConsentQuestion | PermissionQuestion) => Promise<boolean> {
  const { locale, showMessageBox, now = Date.now } = dependencies
  let isOpen = false
  let refusedAt: number[] = []

  return async (question) => {
    refusedAt = refusedAt.filter((at) => now() - at < refusalsMs)
    if (isOpen || refusedAt.length >= maxRefusals) return false
    isOpen = true
    try {
      const text = menuTextsIn(locale())
      const { response } = await showMessageBox({
        type: 'warning',
        title: 'Parley',
        ...describe(question, text),
        buttons: [text('refuse'), text('allow')],
        defaultId: refuseId,
        cancelId: refuseId,
        noLink: true,
      })
      if (response !== allowId) refusedAt.push(now())
      return response === allowId
    } finally {
      isOpen = false
    }
  }
}

type Texts = (key: MenuKey) => string

function describe(question: ConsentQuestion | PermissionQuestion, text: Texts) {
  if ('origin' in question) {
    const { kind, origin, provider } = question
    return {
      message: text(`${kind}Title`),
      detail: fill(text(`${kind}Text`), { origin, provider: shown(provider) }),
    }
  }
  const { kind, name, ownTool, facts } = question
  return {
    message: fill(text(`${kind}Title`), { name: shown(ownTool ? text(ownTool) : name) }),
    detail: facts.map((fact) => factLine(fact, text)).join('\n'),
  }
}

function factLine({ key, value }: ConsentFact, text: Texts): string {
  return fill(text(key), { value: shown(value) })
}

/** Fills a text in a single pass, because a name may look like a placeholder. */
function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}

const shownLength = 1000

/** Returns a value in one line, in which nothing hides or reorders what is beside it. */
function shown(value: string): string {
  const visible = value.replace(
    /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (found) => `⟨U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
  const line = visible.replace(/\s{2,}/g, (gap) => `⟨${String(gap.length)}⟩ `)
  if (line.length <= shownLength) return line
  return `${line.slice(0, shownLength / 2)} ⟨…${String(line.length - shownLength)}⟩ ${line.slice(-shownLength / 2)}`
}
