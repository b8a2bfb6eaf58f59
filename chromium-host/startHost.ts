import { join } from 'node:path'
import { host } from './electronModule.ts'
import { interceptRequests } from './interceptRequests.ts'
import { webContents } from './webContents.ts'

/** Starts Chromium and makes the app ready. */
export async function startHost(options: { executable: string; headless: boolean }): Promise<void> {
  const { app, browser, hostProtocol, hostSession, screen, nativeTheme } = host
  const starting = browser.start({
    ...options,
    // Chromium's own switch, by which an app says that it opens no window at first.
    hidden: app.commandLine.hasSwitch('no-startup-window'),
    profile: join(app.getPath('sessionData'), 'chromium-profile'),
    switches: [...hostProtocol.switches(), ...app.commandLine.switches()],
  })
  // The first look at the language loads its data, and the first request its code: better now than
  // when the window is to open.
  app.getPreferredSystemLanguages()
  new Request('https://app.invalid')
  const version = await starting
  Object.assign(process.versions, { chrome: version })
  const connection = browser.cdp()
  void connection.closed.then(() => app.browserGone())
  connection.on('Target.targetInfoChanged', ({ targetInfo: { targetId, title } }) => {
    webContents.fromDevToolsTargetId(targetId)?.titleChanged(title)
  })
  browser.onPageGone((id) => webContents.fromDevToolsTargetId(id)?.gone())

  const readSystem = (): Promise<void> =>
    browser.withFirstPage(async ({ session }) => {
      await session.send('Runtime.runIfWaitingForDebugger')
      await Promise.all([screen.read(session), nativeTheme.read(session)])
    })
  await Promise.all([
    interceptRequests(browser, hostProtocol),
    hostSession.denyAll(connection),
    readSystem(),
  ])
  host.useWindows(options.headless)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => app.quit())
  app.becomeReady()
}
