import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installHint, installPackages, isDebianLike, lockHolder } from '../../scripts/aptGet.mjs'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

test('knows Debian and its kin by /etc/os-release', () => {
  expect(isDebianLike('NAME="Debian"\nID=debian\n')).toBe(true)
  expect(isDebianLike('ID=ubuntu\nID_LIKE=debian')).toBe(true)
  expect(isDebianLike('ID=pop\nID_LIKE="ubuntu debian"')).toBe(true)
  expect(isDebianLike('ID=fedora\nHOME_URL="https://debian.example"')).toBe(false)
  expect(isDebianLike('')).toBe(false)
})

test('names the command to type', () => {
  expect(installHint(['xvfb', 'dbus'], 'linux')).toContain(
    'sudo apt-get update && sudo apt-get install xvfb dbus',
  )
})

// Output of apt 2.6.
const dpkgLocked = `E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 812 (apt-get)
N: Be aware that removing the lock file is not a solution and may break your system.
E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?`
const listsLocked = `E: Could not get lock /var/lib/apt/lists/lock. It is held by process 9 (unattended-upgr)
E: Unable to lock directory /var/lib/apt/lists/`
const notAllowed = `E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)
E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?`

test('tells another package manager from any other failure', () => {
  expect(lockHolder(dpkgLocked)).toBe('apt-get (process 812)')
  expect(lockHolder(listsLocked)).toBe('unattended-upgr (process 9)')
  expect(lockHolder('E: Unable to lock the administration directory')).toBe('another program')
  expect(lockHolder(notAllowed)).toBeUndefined()
  expect(lockHolder('E: Unable to locate package xvbf')).toBeUndefined()
})

/** Runs with an apt-get that finds its lock taken the first two times. */
async function withBusyAptGet(action: () => Promise<void>): Promise<void> {
  const folder = temporaryFolder()
  writeTree(folder, {
    locked: dpkgLocked,
    'apt-get': `#!/bin/sh
      cd '${folder}'
      echo "$1" >> calls
      if [ "$(wc -l < calls)" -le 2 ]; then cat locked; exit 100; fi`,
  })
  chmodSync(join(folder, 'apt-get'), 0o755)
  const { PATH } = process.env
  process.env['PATH'] = `${folder}:${PATH}`
  try {
    await action()
  } finally {
    process.env['PATH'] = PATH
  }
}

test.skipIf(process.platform !== 'linux')('waits for who installs already, once said', async () => {
  const said: string[] = []
  await withBusyAptGet(() => installPackages(['xvfb'], (line) => said.push(line)))
  expect(said).toEqual([
    'Installing xvfb with apt-get…',
    'Waiting for apt-get (process 812), which is installing packages…',
  ])
})
