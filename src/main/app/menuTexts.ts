import { z } from 'zod'
import menuFile from '../../../resources/menu.json' with { type: 'json' }
import { locales, type Locale } from '../../shared/languages.ts'

const menuTexts = z.record(z.enum(locales), z.record(z.string(), z.string())).parse(menuFile)

/** Returns the texts of main's menus in one language. */
export function menuTextsIn(locale: Locale): (key: string) => string {
  const texts = menuTexts[locale]
  return (key) => texts[key] ?? key
}
