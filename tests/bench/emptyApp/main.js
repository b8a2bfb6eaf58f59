import { app, BrowserWindow } from 'electron'

await app.whenReady()
await new BrowserWindow({ width: 1120, height: 780 }).loadURL(
  'data:text/html,<title>Empty</title><textarea aria-label=Message></textarea>',
)
