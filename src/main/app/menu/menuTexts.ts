import type { CommandId } from '../../../shared/commands.ts'
import type { Locale } from '../../../shared/languages.ts'
import type texts from '../../../renderer/locales/en-US.json'

interface MenuTexts {
  menu: typeof texts.menu
  chat: { tool: { names: typeof texts.chat.tool.names } }
  app: { commands: Record<CommandId, string> }
}

export type MenuKey = keyof typeof texts.menu | keyof typeof texts.chat.tool.names | CommandId

/**
 * The texts of the menus, the titles of the commands and the names of Parley's own tools, cut from
 * the texts of each language.
 */
const menuTexts = import.meta.glob<MenuTexts>('../../../renderer/locales/*.json', {
  query: '?keys=menu,app.commands,chat.tool.names',
  import: 'default',
  eager: true,
})

/** Returns the texts of main's menus and dialogs in one language. */
export function menuTextsIn(locale: Locale): (key: MenuKey) => string {
  const found = menuTexts[`../../../renderer/locales/${locale}.json`]
  if (!found) throw new Error(`There are no texts for ${locale}`)
  const byKey: Record<MenuKey, string> = {
    ...found.chat.tool.names,
    ...found.menu,
    ...found.app.commands,
  }
  return (key) => byKey[key]
}
