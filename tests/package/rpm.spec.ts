import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { makeRpm } from '../../scripts/package/rpm.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { openRoot, rootObstacle } from './installedRoot.ts'

const hasRpm = spawnSync('rpmbuild', ['--version']).status === 0
const obstacle = hasRpm ? rootObstacle() : 'there is no rpmbuild (Debian has it in the package rpm)'
const lib = '/usr/lib/parley'
const sizes = [16, 24, 32, 48, 64, 128, 256, 512]

test.skip(obstacle !== undefined, obstacle)

/** Makes a package whose Node is a script that prints its own path. */
async function makeSmallRpm(folder: string, version: string): Promise<string> {
  const parley = join(folder, version, 'parley')
  mkdirSync(parley, { recursive: true })
  cpSync(join(projectRoot, 'build', 'linux', 'parley'), join(parley, 'parley'))
  writeFileSync(join(parley, 'node'), '#!/bin/sh\necho "$0"\n')
  chmodSync(join(parley, 'node'), 0o755)
  writeFileSync(join(parley, 'version'), `${version}-abcdef12\n`)
  const options = { root: projectRoot, arch: 'x64', version, isFast: true, time: 1e9 } as const
  return makeRpm(parley, join(folder, version), options)
}

test('the rpm is installed, upgraded, put back and removed without a rest', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-rpm-'))
  const root = await openRoot()
  try {
    const first = await makeSmallRpm(folder, '0.1.0')
    const second = await makeSmallRpm(folder, '0.1.1')
    const rpm = (...given: string[]) => root.asRoot('rpm', ...given)
    const started = async () => (await root.asUser('parley', '--version')).trim()

    expect((await rpm('-qlp', first)).trim().split('\n')).toEqual([
      '/usr/bin/parley',
      lib,
      `${lib}/packaged`,
      ...['node', 'parley', 'version'].map((name) => `${lib}/packaged/${name}`),
      '/usr/share/applications/parley.desktop',
      ...[...sizes.map(iconFile), '/usr/share/icons/hicolor/scalable/apps/parley.svg'].toSorted(),
      '/usr/share/licenses/parley',
      '/usr/share/licenses/parley/LICENSE',
      '/usr/share/man/man1/parley.1.gz',
    ])
    // Debian's database of packages names none of an rpm's requirements.
    await rpm('--install', '--nodeps', first)
    expect(await started()).toBe(`${lib}/0.1.0-abcdef12/node`)
    await rpm('--upgrade', '--nodeps', second)
    expect(await started()).toBe(`${lib}/0.1.1-abcdef12/node`)
    await rpm('--upgrade', '--nodeps', '--replacepkgs', second)
    expect(await started()).toBe(`${lib}/0.1.1-abcdef12.again/node`)
    expect(await rpm('--verify', '--nodeps', 'parley')).toBe('')
    await rpm('--upgrade', '--nodeps', '--oldpackage', first)
    expect(await started()).toBe(`${lib}/0.1.0-abcdef12/node`)
    expect(await root.asRoot('ls', lib)).toBe('0.1.0-abcdef12\ncurrent\npackaged\n')

    expect(await rpm('--erase', 'parley')).toContain('~/.config/Parley')
    expect(await root.asRoot('find', '/usr', '-xdev', '-iname', '*parley*')).toBe('')
  } finally {
    await root.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

const iconFile = (size: number) => `/usr/share/icons/hicolor/${size}x${size}/apps/parley.png`
