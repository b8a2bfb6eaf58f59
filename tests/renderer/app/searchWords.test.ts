import { readFileSync } from 'node:fs'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import {
  rankEntries,
  sectionEntries,
  settingEntries,
} from '../../../src/renderer/app/settingEntries.ts'
import type { PaletteContext } from '../../../src/renderer/app/settingEntries.ts'
import { settingSearch } from '../../../src/renderer/app/settingSearch.ts'
import { synonymsOf } from '../../../src/renderer/app/synonyms.ts'
import { interpolation, textFormatter } from '../../../src/renderer/core/i18n.ts'
import en from '../../../src/renderer/locales/en-US.json' with { type: 'json' }
import { settingsSections } from '../../../src/renderer/core/settingsTarget.ts'
import { settingIds } from '../../../src/renderer/settings/settingsTable.ts'
import { commandIds } from '../../../src/shared/commands.ts'
import type { Locale } from '../../../src/shared/languages.ts'
import { preferencesSchema, settingsSchema } from '../../../src/shared/settings.ts'

/** Targets of the table's columns; the palette lists some settings by their values. */
const targets = [
  'setting toggleHotkey',
  'setting fetchPage',
  'setting mediaAskAbove',
  'setting dataFolder',
  'setting fontSize',
  'setting realtimeModel',
  'setting speechEngine',
  'command openPlugins',
  'command askGuide',
  'command quit',
] as const

/** Words that people type, not the titles. */
const queries: Record<Locale, readonly string[]> = {
  'en-US': 'hotkey|internet|cost|privacy|zoom|realtime|whisper|mcp|help|quit'.split('|'),
  'ar-SA': 'مفتاح اختصار|إنترنت|تكلفة|خصوصية|تكبير|وقت حقيقي|whisper|mcp|مساعدة|إنهاء'.split('|'),
  'de-DE': 'Tastenkürzel|Internet|Kosten|Datenschutz|Zoom|Echtzeit|Whisper|MCP|Hilfe|beenden'.split(
    '|',
  ),
  'es-ES':
    'atajo de teclado|internet|coste|privacidad|zoom|tiempo real|whisper|mcp|ayuda|salir'.split(
      '|',
    ),
  'fr-FR':
    'raccourci clavier|internet|coût|vie privée|zoom|temps réel|whisper|mcp|aide|quitter'.split(
      '|',
    ),
  'ja-JP':
    'ホットキー|インターネット|費用|プライバシー|ズーム|リアルタイム|whisper|mcp|ヘルプ|終了'.split(
      '|',
    ),
  'ko-KR': '단축키|인터넷|비용|개인정보|확대|실시간|whisper|mcp|도움말|종료'.split('|'),
  'pt-BR':
    'tecla de atalho|internet|custo|privacidade|zoom|tempo real|whisper|mcp|ajuda|sair'.split('|'),
  'ru-RU':
    'горячая клавиша|интернет|стоимость|приватность|масштаб|реальное время|whisper|mcp|помощь|выйти'.split(
      '|',
    ),
  'zh-CN': '热键|互联网|费用|隐私|缩放|实时|whisper|mcp|帮助|退出'.split('|'),
  'zh-TW': '熱鍵|網際網路|費用|隱私|縮放|即時|whisper|mcp|說明|結束'.split('|'),
}

/** Left out, doubled, swapped and wrong letters. */
const mistyped: Partial<Record<Locale, readonly (readonly [typed: string, target: string])[]>> = {
  'en-US': [
    ['hotky', 'setting toggleHotkey'],
    ['internt', 'setting fetchPage'],
    ['privcay', 'setting dataFolder'],
    ['zooom', 'setting fontSize'],
    ['whisprr', 'setting speechEngine'],
    ['relatime', 'setting realtimeModel'],
    ['defualt modle', 'setting defaultModel'],
  ],
  'de-DE': [
    ['Tastenkürzle', 'setting toggleHotkey'],
    ['Datenshutz', 'setting dataFolder'],
    ['Taschenrehcner', 'setting calculate'],
  ],
  'es-ES': [['privaciadd', 'setting dataFolder']],
  'fr-FR': [['racourci clavier', 'setting toggleHotkey']],
  'pt-BR': [['privacdade', 'setting dataFolder']],
  'ru-RU': [['интренет', 'setting fetchPage']],
  'ja-JP': [['プライバーシ', 'setting dataFolder']],
  'ko-KR': [['인터냇', 'setting fetchPage']],
  'ar-SA': [['خصوصيه', 'setting dataFolder']],
}

const preferences = preferencesSchema.parse(settingsSchema.parse({}))

async function searchIn(locale: Locale) {
  const path = new URL(`../../../src/renderer/locales/${locale}.json`, import.meta.url)
  const translation: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const i18n = i18next.createInstance()
  const resources = { [locale]: { translation } } as never
  await i18n.use(textFormatter).init({ lng: locale, resources, interpolation })
  const { t } = i18n
  const context: PaletteContext = {
    t,
    language: locale,
    preferences,
    models: [],
    providers: [],
  }
  const commands = commandIds.map((id) => {
    const title = t(`app.commands.${id}`)
    const alsoCalled = synonymsOf('commands', id, t)
    return { id: `command ${id}`, label: title, title, alsoCalled, open: () => undefined }
  })
  const inSettings = settingSearch(context, commands)
  const entries = [...commands, ...sectionEntries(t), ...settingEntries(context)]
  return {
    settings: (query: string) => inSettings(query).map(({ id }) => id),
    palette: (query: string) =>
      rankEntries(entries, query).map(({ id }) => id.split(' ').slice(0, 2).join(' ')),
  }
}

test.each(Object.entries(queries) as [Locale, string[]][])(
  '%s: what people call a setting leads to it',
  async (locale, words) => {
    const { settings, palette } = await searchIn(locale)
    expect(words).toHaveLength(targets.length)
    for (const [index, target] of targets.entries()) {
      const word = words[index]!
      expect.soft(settings(word).slice(0, 6), `${word} in the settings`).toContain(target)
      expect.soft(palette(word).slice(0, 20), `${word} in the palette`).toContain(target)
    }
  },
)

test.each(Object.entries(mistyped) as [Locale, (readonly [string, string])[]][])(
  '%s: typing errors are forgiven',
  async (locale, cases) => {
    const { settings, palette } = await searchIn(locale)
    for (const [typed, target] of cases) {
      expect.soft(settings(typed), typed).toContain(target)
      expect.soft(palette(typed), typed).toContain(target)
    }
  },
)

test('nonsense and short words with an error find nothing', async () => {
  const { settings } = await searchIn('en-US')
  expect(settings('mqp')).toEqual([])
  expect(settings('xylophone')).toEqual([])
})

test('each synonym belongs to a section, a setting or a command', () => {
  const { sections, settings, commands } = en.settings.alsoCalled
  expect(settingsSections).toEqual(expect.arrayContaining(Object.keys(sections)))
  expect(settingIds).toEqual(expect.arrayContaining(Object.keys(settings)))
  expect(commandIds).toEqual(expect.arrayContaining(Object.keys(commands)))
})
