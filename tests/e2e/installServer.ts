import { expect } from '@playwright/test'
import type { Page } from 'playwright'

/** Installs the server at an address of this machine, as the page does. */
export async function installServer(page: Page, url: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.evaluate(async (address) => {
    const call = async (name: string, input: unknown): Promise<unknown> => {
      const reply = await window.bridge.call(name, input)
      if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`)
      return reply.value
    }
    const source = { kind: 'address', url: address }
    const { id } = (await call('plugins.inspect', { source })) as { id: string }
    const choices = { localNetwork: true }
    await call('plugins.install', { inspectionId: id, choices })
  }, url)
}
