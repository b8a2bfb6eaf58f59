import type { MessageBoxOptions, MessageBoxReturnValue } from 'electron'
import type { Browser, PageTarget } from './browser.ts'
import { refuse } from './strict.ts'

/** In CSS pixels. A longer text makes the window higher, and scrolls beyond the maximum. */
const dialogSize = { width: 480, minHeight: 260, maxHeight: 640, frame: 170, line: 23 }
const charactersPerLine = 55
const binding = 'hostAnswer'

/**
 * Shows a message box in its own window. Resolves with the pressed button, or with `cancelId` if
 * the user closes it or presses Escape. The document belongs to the host: no page can open or reach
 * it, and its answer uses a binding that no other page has.
 */
export async function showMessageBox(
  browser: Browser,
  appName: string,
  options: MessageBoxOptions,
): Promise<MessageBoxReturnValue> {
  if (options.checkboxLabel) refuse('showMessageBox with a checkbox')
  if (options.signal) refuse('showMessageBox with a signal')
  const buttons = options.buttons?.length ? options.buttons : ['OK']
  const cancelId = options.cancelId ?? cancelIdOf(buttons)
  const page = await browser.openPage(sizeFor(options), '#808080')
  const answer = listen(browser, page, buttons.length)
  const { session, id } = page
  const script = `(${run})(${JSON.stringify(binding)}, ${cancelId}, ${options.defaultId ?? 0})`
  try {
    await Promise.all([session.send('Page.enable'), session.send('Runtime.enable')])
    await session.send('Runtime.addBinding', { name: binding })
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: script })
    await session.send('Runtime.runIfWaitingForDebugger')
    const html = documentOf({ ...options, title: options.title ?? appName, buttons })
    const encoded = Buffer.from(html).toString('base64')
    await session.send('Page.navigate', { url: `data:text/html;base64,${encoded}` })
    await session.send('Page.bringToFront')
  } catch {
    // The window was closed while it opened.
  }
  const response = (await answer) ?? cancelId
  browser.cdp().tell('Target.closeTarget', { targetId: id })
  return { response, checkboxChecked: false }
}

function sizeFor({ detail = '' }: MessageBoxOptions): { width: number; height: number } {
  const { width, minHeight, maxHeight, frame, line } = dialogSize
  const lines = detail
    .split('\n')
    .reduce((sum, text) => sum + Math.max(1, Math.ceil(text.length / charactersPerLine)), 0)
  return { width, height: Math.min(maxHeight, Math.max(minHeight, frame + lines * line)) }
}

/** Returns the button that means cancel in English, else the first one, as Electron does. */
function cancelIdOf(buttons: readonly string[]): number {
  return Math.max(
    0,
    buttons.findIndex((label) => /^(?:cancel|no)$/i.test(label.replace('&', ''))),
  )
}

/** Resolves with the index of the pressed button; undefined if the window is gone. */
function listen(browser: Browser, page: PageTarget, count: number): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const connection = browser.cdp()
  const onGone = ({ targetId }: { targetId: string }): void => {
    if (targetId === page.id) resolve(undefined)
  }
  page.session.on('Runtime.bindingCalled', ({ name, payload }) => {
    const pressed = Number(payload)
    if (name === binding && Number.isInteger(pressed) && pressed >= 0 && pressed < count) {
      resolve(pressed)
    }
  })
  connection.on('Target.targetDestroyed', onGone)
  connection.on('Target.targetCrashed', onGone)
  void connection.closed.then(() => resolve(undefined))
  return promise.finally(() => {
    connection.off('Target.targetDestroyed', onGone)
    connection.off('Target.targetCrashed', onGone)
  })
}

/** The script of the window's document, sent as text. */
const run = `(name, cancelId, defaultId) => {
  const answer = (index) => window[name](String(index))
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') answer(cancelId)
  })
  addEventListener('DOMContentLoaded', () => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.forEach((button, index) => button.addEventListener('click', () => answer(index)))
    buttons[defaultId]?.focus()
  })
}`

const styles = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; padding: 24px; box-sizing: border-box; display: flex;
    flex-direction: column; background: Canvas; color: CanvasText; }
  h1 { font-size: 17px; margin: 0 0 8px; }
  p { margin: 0 0 20px; white-space: pre-line; overflow-wrap: anywhere; }
  div { margin-block-start: auto; display: flex; flex-wrap: wrap; gap: 8px; justify-content: end; }
  button { font: inherit; padding: 6px 16px; }
`

function documentOf({ title = '', message, detail = '', buttons = [] }: MessageBoxOptions): string {
  const row = buttons.map((label) => `<button>${escapeHtml(label)}</button>`).join('')
  return `<!doctype html><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${styles}</style>
<body role="alertdialog" aria-labelledby="message" aria-describedby="detail" dir="auto">
<h1 id="message">${escapeHtml(message)}</h1><p id="detail">${escapeHtml(detail)}</p>
<div>${row}</div></body>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.codePointAt(0))};`)
}
