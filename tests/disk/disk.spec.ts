import { expect, test } from '../e2e/parley.ts'
import { providerAt } from '../e2e/launch.ts'
import { canMount, mountSmallDisk } from '../fakes/smallDisk.ts'

const model = { providerId: 'fake', modelId: 'parley-large' }

test.skip(!canMount, 'needs the right to mount')

test('a folder that can not be written to is said to be so', async ({ start }) => {
  const disk = mountSmallDisk('1m')
  disk.makeReadOnly()
  try {
    const { page, close } = await start({ folder: disk.folder })
    await expect(page.getByRole('alert')).toContainText(
      'doesn’t have permission to write to its data folder',
    )
    await expect(page.getByRole('button', { name: 'Quit' })).toBeVisible()
    await close()
  } finally {
    disk.unmount()
  }
})

test('a full disk keeps what was typed, and sends it once there is room', async ({
  start,
  server,
}) => {
  const disk = mountSmallDisk('200m')
  try {
    const settings = { providers: [providerAt(server.origin)], defaultModel: model }
    const { page, composer, send, last, close } = await start({ folder: disk.folder, settings })
    await send('Before')
    await expect(last('Assistant')).toContainText('You said: Before')
    disk.fill()
    await send('Must not be lost '.repeat(2000))
    await expect(page.getByRole('alert').first()).toContainText('disk is full')
    await expect(composer).toHaveValue(/^Must not be lost/)
    disk.free()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(last('Assistant')).toContainText('You said: Must not be lost')
    await close()
  } finally {
    disk.unmount()
  }
})
