import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, type Parley } from './launch.ts'
import { expect, settingsFor, test } from './parley.ts'

/** Starts Parley once more with a link or a file. */
async function openWith({ app, folder }: Parley, given: string): Promise<void> {
  const { spawnfile } = app.process()
  const args = ['.', `--user-data-dir=${folder}`, given]
  const second = spawn(spawnfile, args, { cwd: root, stdio: 'ignore' })
  expect(await once(second, 'exit')).toEqual([0, null])
}

test('links and files of another start are shown in the open window, and nothing is sent', async ({
  start,
  server,
}) => {
  const parley = await start({
    settings: settingsFor(server),
    switches: ['parley://new?text=From%20the%20start'],
  })
  const { page, composer, folder } = parley
  await expect(composer).toHaveValue('From the start')
  await openWith(parley, 'parley://new?text=Two%0Alines')
  await expect(composer).toHaveValue('Two\nlines\n\nFrom the start')
  writeFileSync(join(folder, 'hills.txt'), 'Hills')
  await openWith(parley, join(folder, 'hills.txt'))
  await expect(page.getByText('hills.txt')).toBeVisible()
  await openWith(parley, 'parley://quit')
  await expect(page.getByText('Parley couldn’t open “parley://quit”.')).toBeVisible()
  const config = JSON.stringify({ command: 'weather-server', args: ['--city', 'Ulm'] })
  await openWith(parley, `parley://mcp/install?name=weather&config=${btoa(config)}`)
  await expect(page.getByRole('dialog')).toContainText('weather-server')
  expect(server.requests.filter(({ path }) => path.includes('completions'))).toEqual([])
})
