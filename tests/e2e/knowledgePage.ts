import type { Locator, Page } from 'playwright'
import { expect } from './parley.ts'

/** A file that is dropped on the window. */
export interface Dropped {
  name: string
  type: string
  bytes: number[]
}

export function textFile(name: string, text: string): Dropped {
  return { name, type: 'text/plain', bytes: [...Buffer.from(text)] }
}

export async function openKnowledge(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Knowledge', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Knowledge', level: 1 })).toBeVisible()
}

export async function createBase(
  page: Page,
  name: string,
  embedder: string | RegExp = 'Words only',
): Promise<void> {
  await page.getByRole('button', { name: 'New base' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New base' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: /^Embedding model/ }).click()
  await page.getByRole('option', { name: embedder }).click()
  await dialog.getByRole('button', { name: 'Create base' }).click()
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
}

export async function drop(page: Page, ...files: readonly Dropped[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const held = new DataTransfer()
    for (const { name, type, bytes } of dropped) {
      held.items.add(new File([new Uint8Array(bytes)], name, { type }))
    }
    return held
  }, files)
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer })
}

export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Sources' }).getByRole('listitem').filter({ hasText: name })
}

export async function search(page: Page, query: string): Promise<Locator> {
  const field = page.getByRole('searchbox', { name: 'Try the search' })
  await field.fill(query)
  await field.press('Enter')
  return page.getByRole('list', { name: 'Results' }).getByRole('listitem')
}
