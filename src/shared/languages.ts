/** The interface's languages. The language selector shows `nativeName`. */
export const languages = [
  { locale: 'ar-SA', nativeName: 'العربية', direction: 'rtl' },
  { locale: 'de-DE', nativeName: 'Deutsch', direction: 'ltr' },
  { locale: 'en-US', nativeName: 'English', direction: 'ltr' },
  { locale: 'es-ES', nativeName: 'Español', direction: 'ltr' },
  { locale: 'fr-FR', nativeName: 'Français', direction: 'ltr' },
  { locale: 'ja-JP', nativeName: '日本語', direction: 'ltr' },
  { locale: 'ko-KR', nativeName: '한국어', direction: 'ltr' },
  { locale: 'pt-BR', nativeName: 'Português', direction: 'ltr' },
  { locale: 'ru-RU', nativeName: 'Русский', direction: 'ltr' },
  { locale: 'zh-CN', nativeName: '简体中文', direction: 'ltr' },
  { locale: 'zh-TW', nativeName: '繁體中文', direction: 'ltr' },
] as const

export type Locale = (typeof languages)[number]['locale']
export type Direction = (typeof languages)[number]['direction']

export const locales = languages.map((language) => language.locale) as [Locale, ...Locale[]]
export const defaultLocale: Locale = 'en-US'

export function directionOf(locale: string): Direction {
  return languages.find((language) => language.locale === locale)?.direction ?? 'ltr'
}

/** Returns a language's name in its own script. */
export function nativeNameOf(locale: Locale): string {
  return languages.find((language) => language.locale === locale)?.nativeName ?? locale
}

/** Returns the user's first supported language, matched by tag, then script, then language. */
export function matchLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred) {
    const match = matchOne(tag)
    if (match) return match
  }
  return defaultLocale
}

function matchOne(tag: string): Locale | undefined {
  const exact = locales.find((locale) => locale.toLowerCase() === tag.toLowerCase())
  if (exact) return exact
  const [language, ...rest] = tag.toLowerCase().split('-')
  if (language === 'zh') {
    const traditional = rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part))
    return traditional ? 'zh-TW' : 'zh-CN'
  }
  return locales.find((locale) => locale.split('-')[0] === language)
}
