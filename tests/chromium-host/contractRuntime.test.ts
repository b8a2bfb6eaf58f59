import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/projectRoot.mjs'

test('what will be asked of Electron can be listed without its binary, and leaves the host out', () => {
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
  const files = ['frames', 'tray', 'windows'].map((name) => `tests/chromium-host/${name}`)
  const listed = execFileSync(
    process.execPath,
    [vitest, 'list', '--no-static-parse', '--project=processes', ...files],
    { cwd: projectRoot, encoding: 'utf8', env: { ...process.env, PARLEY_CONTRACT: 'electron' } },
  )
  expect(listed).toContain('frames, headed > have no storage in a sandbox')
  expect(listed).not.toContain('headless')
  expect(listed).not.toContain('a tray keeps')
  expect(listed).not.toContain('what is not implemented throws')
  expect(listed).not.toContain('get large and slow bodies whole')
})
