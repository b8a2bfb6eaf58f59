import { join } from 'node:path'
import { stepLimitMilliseconds } from './outcome.mjs'
import { runCommand } from './runCommand.mjs'

const typedFolders = [
  'src/shared',
  'src/main',
  'src/preload',
  'src/renderer',
  'chromium-host',
  'scripts',
  'tests',
]

/**
 * The static checks, which only read files: their part of `npm test`, their name, and a script
 * below node_modules with its arguments.
 * @type {Array<{ part: string, name: string, commandLine: string[] }>}
 */
export const checks = [
  {
    part: 'format',
    name: 'format',
    commandLine: ['oxfmt/bin/oxfmt', '--check', '.'],
  },
  ...typedFolders.map((folder) => ({
    part: 'types',
    name: `types ${folder}`,
    // With the cache, the next run checks only files that have changed.
    commandLine: [
      'typescript/bin/tsc',
      '-p',
      `${folder}/tsconfig.json`,
      '--incremental',
      '--tsBuildInfoFile',
      `.cache/types/${folder.replaceAll('/', '-')}.tsbuildinfo`,
    ],
  })),
  { part: 'unused', name: 'unused', commandLine: ['knip/bin/knip.js', '--no-progress'] },
  { part: 'lint', name: 'lint', commandLine: ['oxlint/bin/oxlint', '--format', 'stylish'] },
  {
    part: 'imports',
    name: 'imports',
    commandLine: [
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      'src',
      'chromium-host',
      'scripts',
      'tests',
    ],
  },
]

/**
 * @param {(typeof checks)[number]} check
 * @param {import('./outcome.mjs').StepContext} context
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function runCheck({ name, commandLine }, { root, node, env }) {
  const start = performance.now()
  const [script = '', ...commandArguments] = commandLine
  const { code, output } = await runCommand(
    node,
    [join(root, 'node_modules', script), ...commandArguments],
    { cwd: root, env, timeout: stepLimitMilliseconds },
  )
  return {
    name,
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
    skipped: 0,
    output,
    milliseconds: performance.now() - start,
  }
}
