import { describe, expect, test } from 'vitest'
import { driveThroughout } from './fixtureApp.ts'

describe('members that the app asks once', () => {
  const driven = driveThroughout('headed')

  test('the displays are known, and which of them is nearest', async () => {
    const [all, nearest, primary] = await driven.app.evaluate(({ screen }) => [
      screen.getAllDisplays().map(({ id }) => id),
      screen.getDisplayNearestPoint({ x: 5, y: 5 }).id,
      screen.getPrimaryDisplay().id,
    ])
    expect(all).toContain(nearest)
    expect(all).toContain(primary)
  })

  test('the languages, folders and switches are the app’s to read and set', async () => {
    const folder = await driven.bench.dataFolder()
    const said = await driven.app.evaluate(({ app }, path) => {
      app.commandLine.appendSwitch('contract', 'kept')
      app.setPath('sessionData', path)
      return {
        languages: app.getPreferredSystemLanguages().length > 0,
        path: app.getPath('sessionData'),
        switch: [app.commandLine.hasSwitch('contract'), app.commandLine.getSwitchValue('contract')],
      }
    }, folder)
    expect(said).toEqual({ languages: true, path: folder, switch: [true, 'kept'] })
  })

  test('a window is maximized and restored, above others, and on all workspaces', async () => {
    const said = await driven.app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      if (!window) throw new Error('There is no window')
      const until = async (isSo: () => boolean): Promise<boolean> => {
        for (let tries = 0; tries < 500 && !isSo(); tries += 1) {
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
        return isSo()
      }
      const before = window.getNormalBounds()
      window.maximize()
      const maximized = await until(() => window.isMaximized())
      const normal = window.getNormalBounds()
      window.restore()
      const restored = await until(() => !window.isMaximized())
      window.setAlwaysOnTop(true, 'screen-saver')
      window.setAlwaysOnTop(false)
      const passive = new BrowserWindow({ show: false, focusable: false })
      passive.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true })
      passive.destroy()
      window.showInactive()
      window.focus()
      return { maximized, restored, minimized: window.isMinimized(), before, normal }
    })
    expect(said).toMatchObject({ maximized: true, restored: true, minimized: false })
    expect(said.normal).toEqual(said.before)
  })

  test('a frame of the page knows the one that it is in', async () => {
    const parent = await driven.app.evaluate(({ BrowserWindow }) => {
      const frame = BrowserWindow.getAllWindows()[0]?.webContents.mainFrame
      return frame ? frame.parent : 'no frame'
    })
    expect(parent).toBeNull()
  })

  test('a tray takes a menu, and a picture that follows the colours', async () => {
    const items = await driven.app.evaluate(({ Menu, nativeImage, Tray }) => {
      const image = nativeImage.createFromBuffer(
        Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      )
      image.setTemplateImage(true)
      const tray = new Tray(image)
      const menu = Menu.buildFromTemplate([{ label: 'One' }])
      tray.setContextMenu(menu)
      tray.destroy()
      return menu.items.map(({ label }) => label)
    })
    expect(items).toEqual(['One'])
  })
})
