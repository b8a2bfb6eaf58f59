import type { Page } from 'playwright'
import type { FakeFal } from '../fakes/fakeFal.ts'
import { providerAt } from './launch.ts'
import { expect, openProviders } from './parley.ts'

/** Returns settings with fal as the only provider. */
export function falSettings({ origin }: FakeFal): { providers: Record<string, unknown>[] } {
  const fal = { id: 'fal', kind: 'fal', presetId: 'fal', name: 'fal', baseUrl: origin }
  return { providers: [{ ...providerAt(origin), ...fal }] }
}

/** Saves a key of fal in Settings, Providers. */
export async function saveFalKey(page: Page): Promise<void> {
  await openProviders(page)
  const card = page.getByRole('group', { name: 'fal' })
  await card.getByRole('textbox', { name: 'API key' }).fill('fal-key')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('button', { name: 'Save' })).toHaveCount(0)
}

/** Opens Media with the form of fal's model. */
export async function openFalForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'Painter' }).click()
}

/** Opens Media with fal's model, and starts a job with a prompt. */
export async function generateAtFal(page: Page, prompt: string): Promise<void> {
  await openFalForm(page)
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await page.getByRole('button', { name: 'Generate' }).click()
}
