import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { menuTemplate } from '../../../../src/main/app/menu/menuTemplate.ts'
import { defaultShortcuts, resolveShortcuts } from '../../../../src/shared/commands.ts'
import type { Shortcuts } from '../../../../src/shared/commands.ts'
import { locales } from '../../../../src/shared/languages.ts'

type Item = MenuItemConstructorOptions

function template(
  platform: NodeJS.Platform,
  locale: (typeof locales)[number] = 'en-US',
  shortcuts: Shortcuts = defaultShortcuts,
) {
  const chosen: string[] = []
  const items = menuTemplate({
    platform,
    locale,
    shortcuts,
    development: true,
    choose: (id) => chosen.push(id),
    showDataFolder: () => undefined,
  })
  return { items, chosen, all: items.flatMap(flatten) }
}

function flatten(item: Item): Item[] {
  return [item, ...((item.submenu ?? []) as Item[]).flatMap(flatten)]
}

describe('the application menu', () => {
  it.each(locales)('has a text of its own for every item in %s', (locale) => {
    for (const platform of ['darwin', 'linux'] as const) {
      const english = template(platform).all
      template(platform, locale).all.forEach((item, index) => {
        if (item.type === 'separator') return
        expect(item.label).toMatch(/[\p{L} …]+/u)
        expect(item.label).not.toBe(item.id)
        expect(item.label).not.toBe(item.role)
        expect(item.role).toBe(english[index]?.role)
      })
    }
  })

  it('shows the keys that the user has chosen, without registering them', () => {
    const { all } = template(
      'linux',
      'en-US',
      resolveShortcuts({ renameChat: 'F6', newChat: null }),
    )
    const find = (id: string): Item | undefined => all.find((item) => item.id === id)
    expect(find('renameChat')).toMatchObject({ accelerator: 'F6', registerAccelerator: false })
    expect(find('newChat')).toMatchObject({ accelerator: '' })
  })

  it('says by an ellipsis that a command asks first', () => {
    const labels = template('linux', 'de-DE').all.map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['Neuer Chat', 'Chat drucken …']))
  })

  it('follows the conventions of macOS', () => {
    const { items } = template('darwin')
    expect(items[0]?.label).toBe('Parley')
    const application = flatten(items[0] ?? {}).map(({ id, role }) => id ?? role)
    expect(application).toEqual(expect.arrayContaining(['about', 'openSettings', 'hide', 'quit']))
  })

  it('has Settings and Quit in the File menu elsewhere', () => {
    const { items } = template('linux')
    expect(items[0]?.label).toBe('File')
    const file = flatten(items[0] ?? {}).map(({ id, role }) => id ?? role)
    expect(file).toEqual(expect.arrayContaining(['newChat', 'openSettings', 'quit']))
  })

  it('tells the page which command was chosen, and leaves the keys to it', () => {
    const { all, chosen } = template('linux')
    const item = all.find(({ id }) => id === 'newChat')
    ;(item?.click as (() => void) | undefined)?.()
    expect(chosen).toEqual(['newChat'])
    expect(item).toMatchObject({ accelerator: 'CmdOrCtrl+N', registerAccelerator: false })
  })
})
