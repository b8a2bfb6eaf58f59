import { expect } from '@playwright/test'
import { test } from './markdownPage.ts'
import { visualDocuments } from './visual/documents.ts'

/** A narrow window, a middling one, and one that is wider than lines may become. */
const widths = [480, 640, 1280]
const looks = {
  light: { colorScheme: 'light', direction: 'ltr' },
  dark: { colorScheme: 'dark', direction: 'ltr' },
  rtl: { colorScheme: 'light', direction: 'rtl' },
} as const

/** The fonts that the tests' system packages bring, by name, so that no other is chosen. */
const fonts = `:root {
  --font-sans: 'DejaVu Sans', 'WenQuanYi Micro Hei', Loma, 'Noto Color Emoji';
  --font-mono: 'DejaVu Sans Mono', 'WenQuanYi Micro Hei', 'Noto Color Emoji';
}
#root { max-inline-size: 48rem; margin-inline: auto; padding: 1rem; }
body { overflow: auto; block-size: auto; }`

test.skip(process.platform !== 'linux', 'Other systems draw the same fonts in another way')

for (const [name, text] of Object.entries(visualDocuments)) {
  for (const [look, { colorScheme, direction }] of Object.entries(looks)) {
    test(`${name}, ${look}`, async ({ markdownPage }) => {
      await markdownPage.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await markdownPage.addStyleTag({ content: fonts })
      await markdownPage.evaluate(
        async ([source, dir]) => {
          document.documentElement.dir = dir
          await window.markdown.showWhole(source)
        },
        [text, direction] as const,
      )
      for (const width of widths) {
        await markdownPage.setViewportSize({ width, height: 800 })
        await expect
          .soft(markdownPage.locator('#root'))
          .toHaveScreenshot(`${name}-${look}-${width}.png`)
      }
    })
  }
}
