import { spawnSync } from 'node:child_process'
import { problem } from '../problem.mjs'

/** The Debian package of each tool that a Debian without it can install. @type {Record<string, string>} */
const packages = {
  'dpkg-deb': 'dpkg',
  rpmbuild: 'rpm',
  'desktop-file-validate': 'desktop-file-utils',
}

/**
 * Runs a tool and returns its output. Throws a problem if it fails or is not installed.
 * @param {string} tool
 * @param {string[]} given
 * @param {NodeJS.ProcessEnv} [env] added to this process's own
 */
export function runTool(tool, given, env = {}) {
  const { error, status, stdout, stderr } = spawnSync(tool, given, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, ...env },
  })
  if (error && 'code' in error && error.code === 'ENOENT') {
    throw problem(
      `${tool} is missing. On Debian and Ubuntu: apt-get install ${packages[tool] ?? tool}`,
    )
  }
  if (error || status !== 0) {
    throw problem(`${tool} ${given.join(' ')} failed:\n${error?.message ?? ''}${stdout}${stderr}`)
  }
  return stdout
}
