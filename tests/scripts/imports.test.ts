import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectNode } from '../../scripts/projectNode.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { runCommand } from '../../scripts/runCommand.mjs'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

interface Cruise {
  summary: { violations: { from: string; to: string; rule: { name: string } }[] }
}

const valueOf = (path: string): string => `import { x } from '${path}'\nexport const y = x\n`
const typeOf = (path: string): string => `import type { x } from '${path}'\nexport type Y = x\n`
const leaf = 'export const x = 1\n'

/** The rule that forbids the import, the importing file, and the import. */
const forbidden: [rule: string, from: string, to: string][] = [
  ['shared-alone', 'src/shared/a1.ts', 'node:fs'],
  ['shared-alone', 'src/shared/a2.ts', '../main/ipc/serve.ts'],
  ['preload-wire', 'src/preload/index.ts', '../shared/chat/chat.ts'],
  ['main-not-renderer', 'src/main/app/b1.ts', '../../renderer/core/bridge.ts'],
  ['renderer-not-main', 'src/renderer/app/c1.ts', '../../main/ipc/serve.ts'],
  ['renderer-not-main', 'src/renderer/app/c2.ts', 'electron'],
  ['renderer-not-node', 'src/renderer/app/c3.ts', 'node:path'],
  ['renderer-types-only', 'src/renderer/app/c4.ts', '../../shared/chat/chat.ts'],
  ['renderer-types-only', 'src/renderer/app/c5.ts', '../../shared/ipc/contract.ts'],
  ['renderer-types-only', 'src/renderer/app/c6.ts', 'zod'],
  ['shared-values-without-zod', 'src/shared/errors.ts', 'zod'],
  ['shared-values-without-zod', 'src/shared/languages.ts', './chat/chat.ts'],
  ['main-foundation', 'src/main/ipc/d1.ts', '../chat/store.ts'],
  ['main-foundation', 'src/main/storage/d2.ts', '../settings/store.ts'],
  ['main-foundation', 'src/main/jobs/d3.ts', '../settings/store.ts'],
  ['main-feature-not-app', 'src/main/chat/e1.ts', '../app/start.ts'],
  ['pictures-alone', 'src/main/pictures/e3.ts', '../chat/store.ts'],
  ['pictures-alone', 'src/main/pictures/e4.ts', '../ipc/serve.ts'],
  ['pictures-users', 'src/main/providers/e5.ts', '../pictures/sizes.ts'],
  ['ipc-for-app-only', 'src/main/chat/e2.ts', '../ipc/serve.ts'],
  ['renderer-foundation', 'src/renderer/ui/f1.tsx', '../chat/view.tsx'],
  ['renderer-foundation', 'src/renderer/ui/f2.tsx', '../core/bridge.ts'],
  ['renderer-foundation', 'src/renderer/markdown/f3.tsx', '../chat/view.tsx'],
  ['renderer-core', 'src/renderer/core/f4.ts', '../chat/view.tsx'],
  ['renderer-core', 'src/renderer/core/f5.ts', '../app/App.tsx'],
  ['renderer-below-app', 'src/renderer/chat/g1.tsx', '../app/App.tsx'],
  ['renderer-below-app', 'src/renderer/chat/list/g2.tsx', '../../app/App.tsx'],
  ['main-settings', 'src/main/settings/h1.ts', '../chat/store.ts'],
  ['main-secrets', 'src/main/secrets/h2.ts', '../settings/store.ts'],
  ['main-providers', 'src/main/providers/h3.ts', '../chat/store.ts'],
  ['main-speech', 'src/main/speech/h4.ts', '../chat/store.ts'],
  ['main-chat', 'src/main/chat/h5.ts', '../settings/store.ts'],
  ['renderer-chat', 'src/renderer/chat/h6.ts', '../settings/store.ts'],
  ['source-alone', 'src/main/app/i1.ts', '../../../tests/fakes/server.ts'],
  ['source-alone', 'src/main/app/i2.ts', '../../../chromium-host/run.ts'],
  ['host-alone', 'chromium-host/i3.ts', '../src/shared/chat/chat.ts'],
  ['scripts-alone', 'scripts/i4.mjs', 'zod'],
  ['scripts-alone', 'scripts/i5.mjs', '../chromium-host/run.ts'],
  ['no-cycle', 'src/main/chat/circle.ts', './round.ts'],
  ['no-missing-file', 'src/main/chat/j1.ts', './nowhere.ts'],
  ['no-undeclared-package', 'src/main/chat/j2.ts', 'undeclared'],
  ['no-development-package', 'src/main/chat/j3.ts', 'development'],
  ['no-catch-all-name', 'src/main/chat/j4.ts', './helpers.ts'],
  ['no-catch-all-name', 'src/main/chat/j5.ts', '../providers/index.ts'],
]

const allowed: [from: string, content: string][] = [
  ['src/shared/ok.ts', valueOf('zod')],
  ['src/main/chat/ok1.ts', valueOf('../providers/store.ts')],
  ['src/main/chat/ok2.ts', typeOf('../ipc/serve.ts')],
  ['src/main/providers/ok.ts', valueOf('../secrets/store.ts')],
  ['src/main/chat/ok3.ts', valueOf('../pictures/sizes.ts')],
  ['src/main/app/ok.ts', valueOf('../chat/store.ts')],
  ['src/main/app/ok2.ts', valueOf('electron')],
  ['src/renderer/chat/ok.ts', valueOf('../core/bridge.ts')],
  ['src/renderer/chat/ok2.ts', typeOf('../../shared/chat/chat.ts')],
  ['src/renderer/chat/ok3.ts', valueOf('../../shared/commands.ts')],
  ['src/renderer/chat/ok4.ts', valueOf('../markdown/f3.tsx')],
  ['src/renderer/core/ok.ts', valueOf('../markdown/f3.tsx')],
  ['src/renderer/app/ok.ts', typeOf('../../shared/ipc/contract.ts')],
  ['scripts/ok.mjs', valueOf('../chromium-host/findBrowser.mjs')],
]

const leaves = [
  'src/shared/chat/chat.ts',
  'src/shared/commands.ts',
  'src/shared/ipc/contract.ts',
  'src/main/ipc/serve.ts',
  'src/main/chat/store.ts',
  'src/main/chat/helpers.ts',
  'src/main/providers/store.ts',
  'src/main/providers/index.ts',
  'src/main/settings/store.ts',
  'src/main/secrets/store.ts',
  'src/main/pictures/sizes.ts',
  'src/main/app/start.ts',
  'src/renderer/core/bridge.ts',
  'src/renderer/app/App.tsx',
  'src/renderer/chat/view.tsx',
  'src/renderer/settings/store.ts',
  'chromium-host/run.ts',
  'chromium-host/findBrowser.mjs',
  'tests/fakes/server.ts',
  ...['zod', 'electron', 'undeclared', 'development'].map(
    (name) => `node_modules/${name}/index.js`,
  ),
]

async function cruise(root: string): Promise<Cruise['summary']['violations']> {
  const { output } = await runCommand(
    await projectNode(projectRoot),
    [
      join(projectRoot, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...['--config', join(projectRoot, '.dependency-cruiser.mjs'), '--output-type', 'json'],
      ...['src', 'chromium-host', 'scripts', 'tests'],
    ],
    { cwd: root },
  )
  return (JSON.parse(output) as Cruise).summary.violations
}

describe('who may import whom', () => {
  let found: Awaited<ReturnType<typeof cruise>>

  beforeAll(async () => {
    const root = temporaryFolder(afterAll)
    writeTree(root, {
      'package.json': JSON.stringify({
        dependencies: { zod: '1.0.0' },
        devDependencies: { electron: '1.0.0', development: '1.0.0' },
      }),
      ...Object.fromEntries(leaves.map((path) => [path, leaf])),
      ...Object.fromEntries(forbidden.map(([, from, to]) => [from, valueOf(to)])),
      ...Object.fromEntries(allowed),
      'src/main/chat/round.ts': valueOf('./circle.ts'),
      'src/main/index.ts': valueOf('./app/start.ts'),
    })
    for (const name of ['zod', 'electron', 'undeclared', 'development']) {
      const manifest = JSON.stringify({ name, version: '1.0.0', main: 'index.js', type: 'module' })
      writeTree(root, { [`node_modules/${name}/package.json`]: manifest })
    }
    found = await cruise(root)
  })

  test.each(forbidden)('%s forbids %s → %s', (rule, from) => {
    expect(
      found.filter((violation) => violation.from === from).map(({ rule: r }) => r.name),
    ).toContain(rule)
  })

  test.each(allowed)('%s is allowed what it does', (from) => {
    const broken = found.filter((violation) => violation.from === from)
    expect(broken.filter(({ rule }) => rule.name !== 'no-dead-file')).toEqual([])
  })

  test('a file that no entry point reaches is dead', () => {
    const dead = found.filter(({ rule }) => rule.name === 'no-dead-file').map(({ to }) => to)
    expect(dead).toContain('src/renderer/chat/view.tsx')
    expect(dead).not.toContain('src/main/app/start.ts')
  })
})
