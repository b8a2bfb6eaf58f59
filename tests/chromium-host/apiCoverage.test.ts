import { expect, test } from 'vitest'
import { createIsCovered, membersUsed } from './electronUse.ts'

/** Used by the app, and asked for by no test of the contract; for each the reason. */
const uncovered: Readonly<Record<string, string>> = {
  'App.dock': 'macOS only',
  'App.getLoginItemSettings': 'macOS and Windows only',
  'App.setAppUserModelId': 'Windows only',
  'Clipboard.selection': 'asked in tests/e2e, where the app dictates',
  'Dialog.showErrorBox': 'Electron only: it waits until somebody presses its button',
  'Notification.isSupported': 'Electron only: the host has no notifications',
  'Screen.getCursorScreenPoint': 'Electron only: the host does not know the pointer',
  'Session.setPermissionCheckHandler': 'not asked yet',
  'Shell.openExternal': 'opens a program of the desktop',
  'Shell.openPath': 'opens a program of the desktop',
  'Shell.showItemInFolder': 'opens a program of the desktop',
  'SystemPreferences.getMediaAccessStatus': 'macOS and Windows only',
  'SystemPreferences.isTrustedAccessibilityClient': 'macOS only',
  'WebContents.startDrag': 'Electron only: the host can hand no file to other programs',
  'WebUtils.getPathForFile': 'Electron only: the host does not know the paths of dropped files',
}

test('the contract covers the members of Electron’s API that Parley uses', () => {
  const used = [...membersUsed('src/main'), ...membersUsed('src/preload')]
  const isCovered = createIsCovered()
  const missing = used.filter((member) => !isCovered(member))
  const list = (members: readonly string[]): string => members.map((name) => `  ${name}\n`).join('')
  process.stdout.write(
    `Members of Electron's API that Parley uses: ${String(used.length)}\n` +
      `Covered by the contract:\n${list(used.filter(isCovered))}` +
      `Not covered:\n${list(missing)}`,
  )
  expect(used).toContain('BrowserWindow.setBounds')
  expect(missing.toSorted()).toEqual(Object.keys(uncovered).toSorted())
})
