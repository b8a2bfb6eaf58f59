import { expect, test } from 'vitest'
import { mendSystem } from '../../../src/main/dictation/mendSystem.ts'
import { systemReport, type System } from '../../../src/main/dictation/systemReport.ts'
import { late } from '../../../src/main/timeLimit.ts'
import { systemAspects, type SystemFinding } from '../../../src/shared/speech/dictation.ts'

const sound: System = {
  recognition: () => Promise.resolve(null),
  platform: 'linux',
  isWayland: false,
  hasDisplay: true,
  keyProgram: 'xdotool',
  hasProgram: () => true,
  floatsWindows: true,
  takesKeys: () => Promise.resolve(true),
  keepsCopied: () => Promise.resolve(true),
  isTrusted: () => true,
  microphone: () => 'unknown',
  hearsLoudspeaker: () => Promise.resolve(false),
  hasKeychain: () => Promise.resolve(true),
  failedHotkeys: () => new Set(),
  lacksListener: () => false,
  hotkeyOf: () => 'F9',
  commandOf: (hotkey) => `parley --${hotkey}`,
}

const has =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name)

async function brokenOf(system: Partial<System>): Promise<SystemFinding[]> {
  return (await systemReport({ ...sound, ...system })).filter(({ works }) => !works)
}

test('every part has its row, and works where nothing is wrong', async () => {
  const report = await systemReport(sound)
  expect(report.map(({ aspect }) => aspect).toSorted()).toEqual(systemAspects.toSorted())
  expect(
    report.every(({ works, reason, fix, command }) => works && !(reason ?? fix ?? command)),
  ).toBe(true)
})

test('speech to text comes first, and is not ready before it can be used', async () => {
  const [first] = await systemReport(sound)
  expect(first).toMatchObject({ aspect: 'recognition', works: true })
  const report = async (recognition: System['recognition']) => brokenOf({ recognition })
  expect(await report(() => Promise.resolve({ reason: 'engineMissing' }))).toMatchObject([
    { aspect: 'recognition', reason: 'engineMissing', fix: 'setUpSpeech' },
  ])
  const unusable = { reason: 'engineUnusable', subject: 'whisper-1' } as const
  expect(await report(() => Promise.resolve(unusable))).toMatchObject([
    { aspect: 'recognition', ...unusable, fix: 'setUpSpeech' },
  ])
  expect(await report(() => Promise.resolve(late))).toMatchObject([
    { aspect: 'recognition', reason: 'engineUnknown', fix: 'lookAgain' },
  ])
})

test('a keychain that is not there is installed, one that is locked is unlocked', async () => {
  const hasKeychain = (): Promise<boolean> => Promise.resolve(false)
  const keys = { aspect: 'keychain' }
  expect(
    await brokenOf({ hasKeychain, hasProgram: has('xdotool', 'apt-get', 'pkexec') }),
  ).toMatchObject([
    {
      ...keys,
      reason: 'keychainMissing',
      fix: 'installProgram',
      subject: 'gnome-keyring',
      command: 'sudo apt-get install -y gnome-keyring',
    },
  ])
  expect(await brokenOf({ hasKeychain })).toMatchObject([
    { ...keys, reason: 'keychainLocked', fix: 'unlockKeychain' },
  ])
  expect(
    await brokenOf({ hasKeychain, platform: 'darwin', hasProgram: has('xdotool') }),
  ).toMatchObject([{ ...keys, reason: 'keychainLocked', fix: 'unlockKeychain' }])
})

test('on every desktop each row that does not work has a button or a command', async () => {
  const failedHotkeys = () => new Set(['toggle', 'hold', 'readSelection'] as const)
  const hasKeychain = (): Promise<boolean> => Promise.resolve(false)
  const systems: Partial<System>[] = [
    { failedHotkeys, hasKeychain, hasProgram: () => false },
    { failedHotkeys, hasKeychain, hasProgram: has('dnf', 'pkexec') },
    { failedHotkeys, hasKeychain, hasProgram: has('pacman'), isWayland: true, keyProgram: 'wtype' },
    { hasKeychain, platform: 'darwin', keyProgram: null, isTrusted: () => false },
    { hasKeychain, platform: 'win32', keyProgram: null, microphone: () => 'denied' },
  ]
  for (const system of systems) {
    const broken = await brokenOf(system)
    expect(broken.length).toBeGreaterThan(1)
    for (const { fix, command } of broken) expect(fix ?? command).toBeTruthy()
  }
})

test('a default input that is no microphone is told', async () => {
  expect(await brokenOf({ hearsLoudspeaker: () => Promise.resolve(true) })).toMatchObject([
    { aspect: 'microphone', reason: 'microphoneIsMonitor', fix: 'lookAgain' },
  ])
})

test('a processor without a listener for held keys is told, not another app', async () => {
  const failedHotkeys = () => new Set(['hold'] as const)
  const lacksListener = () => true
  expect(await brokenOf({ failedHotkeys, lacksListener })).toMatchObject([
    { aspect: 'holdHotkey', reason: 'listenerMissing', fix: 'changeHotkey', subject: null },
  ])
})

test('where a desktop gives no hotkeys, there is a command for its own', async () => {
  const failedHotkeys = () => new Set(['toggle', 'readSelection'] as const)
  expect(await brokenOf({ isWayland: true, failedHotkeys })).toMatchObject([
    { aspect: 'toggleHotkey', reason: 'waylandPortalMissing', command: 'parley --toggle' },
    { aspect: 'holdHotkey', reason: 'releaseUnheard', fix: 'changeHotkey' },
    { aspect: 'readHotkey', reason: 'waylandPortalMissing', command: 'parley --readSelection' },
  ])
})

function mending(platform: NodeJS.Platform, programs: string[], hasKeychain = true) {
  const done: string[] = []
  const dependencies = {
    platform,
    openExternal: async (url: string) => void done.push(url),
    run: async (command: string, given: readonly string[]) => {
      done.push([command, ...given].join(' '))
      return ''
    },
    hasProgram: has(...programs),
    hasKeychain: () => Promise.resolve(hasKeychain),
  }
  const mend = (finding: Partial<SystemFinding>): Promise<void> =>
    mendSystem(
      { reason: null, fix: null, subject: null, ...finding } as SystemFinding,
      dependencies,
    )
  return { done, mend }
}

test('what is missing is installed by the system’s own package manager, with its leave', async () => {
  const debian = mending('linux', ['apt-get', 'pkexec'])
  await debian.mend({ fix: 'installProgram', subject: 'xdotool' })
  expect(debian.done).toEqual(['pkexec apt-get install -y xdotool'])
  const bare = mending('linux', ['apt-get'])
  await expect(bare.mend({ fix: 'installProgram', subject: 'xdotool' })).rejects.toMatchObject({
    code: 'notSupported',
  })
})

test('the keychain is started and asked, and what stays locked is said', async () => {
  const locked = mending('linux', ['gnome-keyring-daemon'], false)
  await expect(locked.mend({ fix: 'unlockKeychain' })).rejects.toMatchObject({
    code: 'keychainUnavailable',
  })
  expect(locked.done).toEqual(['gnome-keyring-daemon --start --components=secrets'])
  await mending('linux', []).mend({ fix: 'unlockKeychain' })
})

test('macOS is led to the pane that the permission is in', async () => {
  const mac = mending('darwin', [])
  await mac.mend({ fix: 'openSystemSettings', reason: 'microphoneDenied' })
  await mac.mend({ fix: 'openSystemSettings', reason: 'accessibilityDenied' })
  expect(mac.done.map((url) => url.split('_').at(-1))).toEqual(['Microphone', 'Accessibility'])
})

test('keys that nobody has chosen are not set, and the way to choose some is there', async () => {
  const hotkeyOf = () => null
  const unset = { works: false, reason: 'notSet', fix: 'setHotkey', command: null }
  expect(await brokenOf({ hotkeyOf })).toMatchObject([
    { aspect: 'toggleHotkey', ...unset },
    { aspect: 'holdHotkey', ...unset },
    { aspect: 'readHotkey', ...unset },
  ])
  // A desktop without keys for apps may bind the command itself.
  expect(await brokenOf({ hotkeyOf, isWayland: true })).toMatchObject([
    { aspect: 'toggleHotkey', reason: 'notSet', command: 'parley --toggle' },
    { aspect: 'holdHotkey', reason: 'releaseUnheard' },
    { aspect: 'readHotkey', reason: 'notSet', command: 'parley --readSelection' },
  ])
})

test('on Wayland each part is green only after a trial', async () => {
  const no = (): Promise<boolean> => Promise.resolve(false)
  const wayland = { isWayland: true, keyProgram: 'wtype' }
  const of = async (system: Partial<System>): Promise<unknown> =>
    (await brokenOf({ ...wayland, ...system }))
      .filter(({ aspect }) => aspect !== 'holdHotkey')
      .map(({ aspect, reason, subject }) => [aspect, reason, subject])
  expect(await of({})).toEqual([])
  expect(await of({ takesKeys: no })).toEqual([['insertion', 'keysRefused', null]])
  // Pasting needs the clipboard.
  expect(await of({ keepsCopied: no })).toEqual([
    ['insertion', 'clipboardUnreachable', null],
    ['clipboard', 'clipboardUnreachable', null],
  ])
  expect(await of({ hasProgram: has('wtype', 'wl-paste', 'Xwayland') })).toEqual([
    ['insertion', 'clipboardMissing', 'wl-clipboard'],
    ['clipboard', 'clipboardMissing', 'wl-clipboard'],
  ])
  expect(await of({ floatsWindows: false })).toEqual([['overlay', 'xwaylandMissing', null]])
  const programs = has('wtype', 'wl-copy', 'wl-paste', 'apt-get')
  expect(await brokenOf({ ...wayland, floatsWindows: false, hasProgram: programs })).toContainEqual(
    expect.objectContaining({ subject: 'xwayland', command: 'sudo apt-get install -y xwayland' }),
  )
})
