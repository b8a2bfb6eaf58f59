import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './launch.ts'
import { expect, expectAccessible, test } from './parley.ts'

interface Notices {
  packages: { name: string; licence: string; texts: number[] }[]
  texts: string[]
}

function read<Content>(...path: string[]): Content {
  return JSON.parse(readFileSync(join(root, ...path), 'utf8')) as Content
}

test('the app shows the licence of each package that is in it', async ({ open }) => {
  const { packages, texts } = read<Notices>('out', 'renderer', 'notices.json')
  const { dependencies } = read<{ dependencies: Record<string, string> }>('package.json')
  const named = new Set(packages.map(({ name }) => name))
  const wanted = Object.entries(dependencies).map(
    ([name, version]) => /^npm:(.+)@/.exec(version)?.[1] ?? name,
  )
  expect(wanted.filter((name) => !named.has(name))).toEqual([])
  for (const { name, texts: own } of packages) {
    expect(own.map((index) => texts[index] ?? '').join('').length, name).toBeGreaterThan(200)
  }
  // Packages only in workers and main's threads, packages bundled within others, and the font.
  for (const name of ['Silero VAD', 'libwebp', 'elkjs', 'mathjs', '@fontsource/ibm-plex-mono']) {
    expect(named).toContain(name)
  }

  const { page } = await open()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'About' }).click()
  await page.getByRole('button', { name: 'Third-party notices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Third-party notices' })
  await expect(dialog.getByRole('searchbox', { name: 'Search notices' })).toBeFocused()
  await expect(dialog.getByRole('listitem')).toHaveCount(packages.length)
  await page.keyboard.type('mediabunny')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByText('MPL-2.0').click()
  await expect(dialog.getByText('Mozilla Public License Version 2.0').first()).toBeVisible()
  await expect(dialog.getByRole('link')).toHaveAttribute('href', /^https:/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
})
