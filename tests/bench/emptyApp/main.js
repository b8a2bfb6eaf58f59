import { app, BrowserWindow } from 'electron'

const page = 'data:text/html,<title>Empty</title><textarea aria-label=Message></textarea>'

void app.whenReady().then(() => new BrowserWindow({ width: 1120, height: 780 }).loadURL(page))
