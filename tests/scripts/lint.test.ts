import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectNode } from '../../scripts/projectNode.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { runCommand } from '../../scripts/runCommand.mjs'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

/** The rule, a file that breaks it, and how. */
const forbidden: [rule: string, path: string, content: string][] = [
  ['no-restricted-imports', 'src/shared/a.ts', "import { app } from 'electron'\nvoid app"],
  ['no-restricted-imports', 'src/renderer/a.ts', "import { shell } from 'electron'\nvoid shell"],
  [
    'no-restricted-imports',
    'src/main/chat/a.ts',
    "import { ipcMain } from 'electron'\nvoid ipcMain",
  ],
  ['no-restricted-properties', 'src/renderer/b.ts', 'void window.bridge'],
  ['no-explicit-any', 'src/main/c.ts', 'export const c = (x: any): void => void x'],
  ['no-default-export', 'src/main/d.ts', 'export default 1'],
  ['no-floating-promises', 'src/main/e.ts', 'Promise.resolve(1)'],
  ['await-thenable', 'src/main/f.ts', 'export const f = async (): Promise<void> => { await 1 }'],
  [
    'no-misused-promises',
    'src/main/g.ts',
    'export const g = (): void => [1].forEach(async () => { await Promise.resolve() })',
  ],
  [
    'switch-exhaustiveness-check',
    'src/main/h.ts',
    "export function h(x: 'a' | 'b'): number {\n  switch (x) {\n    case 'a':\n      return 1\n  }\n  return 2\n}",
  ],
  ['no-unsafe-assignment', 'src/main/i.ts', "export const i: string[] = JSON.parse('[]')"],
  ['eqeqeq', 'src/main/j.ts', 'export const j = (x: number | null): boolean => x == 1'],
  ['no-console', 'src/main/k.ts', "console.log('k')"],
  ['max-lines', 'src/main/l.ts', `${'export {}\n'.repeat(401)}`],
  [
    'consistent-type-imports',
    'src/main/m.ts',
    "import { X } from './x.ts'\nexport const m = (x: X): void => void x",
  ],
  ['no-warning-comments', 'src/main/n.ts', '// TODO: later'],
  [
    'rules-of-hooks',
    'src/renderer/o.tsx',
    "import { useState } from 'react'\nexport function O({ x }: { x: boolean }): null {\n  if (x) useState(1)\n  return null\n}",
  ],
  [
    'no-danger',
    'src/renderer/p.tsx',
    'export const P = (): unknown => <p dangerouslySetInnerHTML={{ __html: "" }} />',
  ],
  ['alt-text', 'src/renderer/q.tsx', 'export const Q = (): unknown => <img src="q.png" />'],
  ['no-non-null-assertion', 'src/main/r.ts', 'export const r = (x?: string): string => x!'],
  ['ban-ts-comment', 'src/main/s.ts', '// @ts-ignore\nexport const s = 1'],
]

const allowed: [path: string, content: string][] = [
  ['src/main/ipc/ok.ts', "import { ipcMain } from 'electron'\nvoid ipcMain"],
  ['src/main/app/ok.ts', "import { app } from 'electron'\nvoid app"],
  ['src/renderer/core/bridge.ts', 'export const bridge = (): unknown => window.bridge'],
  ['vite.config.ts', 'export default {}'],
]

let found: Map<string, string>

beforeAll(async () => {
  const root = temporaryFolder(afterAll)
  copyFileSync(join(projectRoot, '.oxlintrc.json'), join(root, '.oxlintrc.json'))
  writeTree(root, {
    'tsconfig.json':
      '{ "compilerOptions": { "strict": true, "target": "ES2024", "lib": ["ES2024", "DOM"], "types": [], "jsx": "preserve", "module": "ESNext", "moduleResolution": "bundler", "allowImportingTsExtensions": true, "noEmit": true }, "include": ["."] }',
    'src/main/x.ts': 'export interface X { x: 1 }',
    'src/globals.d.ts':
      "interface Window { bridge: unknown }\ndeclare module 'electron' { export const app: 1, ipcMain: 1, shell: 1 }",
    ...Object.fromEntries([...forbidden.map(([, ...file]) => file), ...allowed]),
  })
  const { output } = await runCommand(
    await projectNode(projectRoot),
    [join(projectRoot, 'node_modules/oxlint/bin/oxlint'), '--format', 'unix'],
    {
      cwd: root,
      env: { ...process.env, PATH: `${projectRoot}/node_modules/.bin:${process.env['PATH']}` },
    },
  )
  found = collect(output)
})

/** The rules each file breaks, by its path. */
function collect(output: string): Map<string, string> {
  const byFile = Map.groupBy(output.split('\n'), (line) => line.slice(0, line.indexOf(':')))
  return new Map([...byFile].map(([file, lines]) => [file, lines.join('\n')]))
}

test.each(forbidden)('%s is reported in %s', (rule, path) => {
  expect(found.get(path)).toContain(rule)
})

test.each(allowed)('%s is allowed what it does', (path) => {
  expect(found.get(path)).toBeUndefined()
})
