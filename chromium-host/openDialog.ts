import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type {
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron'
import type { Browser, PageTarget } from './browser.ts'
import { refuse } from './strict.ts'

const size = { width: 640, height: 520 }
const binding = 'hostAnswer'
/** Number of entries that the window shows; more make it slow. */
const maxEntries = 2000

/** Messages from the window's document to the host. */
type Asked = { open: string } | { chosen: string[] } | { cancel: true }

interface Entry {
  name: string
  path: string
  isFolder: boolean
}

/**
 * Shows a list of the files on this computer in a window of its own, and lets the user choose files
 * or a folder. The document belongs to the host: no page can open or reach it.
 */
export async function showOpenDialog(
  browser: Browser,
  appName: string,
  options: OpenDialogOptions,
): Promise<OpenDialogReturnValue> {
  const { properties = ['openFile'], defaultPath, title = appName } = options
  if (options.filters) refuse('showOpenDialog with filters')
  const several = properties.includes('multiSelections')
  const filePaths = await showList(browser, {
    what: properties.includes('openDirectory') ? 'folder' : several ? 'files' : 'file',
    path: defaultPath,
    title,
    buttonLabel: options.buttonLabel ?? 'Open',
  })
  return { canceled: filePaths.length === 0, filePaths }
}

/** Lets the user choose a folder and a name in the same list. A second press replaces a file. */
export async function showSaveDialog(
  browser: Browser,
  appName: string,
  options: SaveDialogOptions,
): Promise<SaveDialogReturnValue> {
  if (options.filters) refuse('showSaveDialog with filters')
  const { defaultPath = '', title = appName } = options
  const [filePath = ''] = await showList(browser, {
    what: 'place',
    path: dirname(resolve(homedir(), defaultPath)),
    name: basename(defaultPath),
    title,
    buttonLabel: options.buttonLabel ?? 'Save',
  })
  return { canceled: filePath === '', filePath }
}

interface ListOptions {
  what: 'files' | 'file' | 'folder' | 'place'
  path: string | undefined
  /** The name that a place has at first. */
  name?: string
  title: string
  buttonLabel: string
}

async function showList(browser: Browser, options: ListOptions): Promise<string[]> {
  const { what, path: firstPath = homedir(), name = '', title, buttonLabel } = options
  const choosesFolder = what === 'folder'
  const page = await browser.openPage(size, '#808080')
  const { session, id } = page
  const list = async (path: string): Promise<void> => {
    const shown = await listFolder(resolve(path), choosesFolder)
    await session.send('Runtime.evaluate', { expression: `show(${JSON.stringify(shown)})` })
  }
  const chosen = listen(browser, page, (path) => void list(path).catch(() => undefined))
  try {
    await Promise.all([session.send('Page.enable'), session.send('Runtime.enable')])
    await session.send('Runtime.addBinding', { name: binding })
    const first = await listFolder(firstPath, choosesFolder)
    const source = `(${run})(...${JSON.stringify([binding, what, name, first])})`
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source })
    await session.send('Runtime.runIfWaitingForDebugger')
    const encoded = Buffer.from(documentOf(title, buttonLabel)).toString('base64')
    await session.send('Page.navigate', { url: `data:text/html;base64,${encoded}` })
    await session.send('Page.bringToFront')
  } catch {
    // The window was closed while it opened.
  }
  const filePaths = (await chosen) ?? []
  browser.cdp().tell('Target.closeTarget', { targetId: id })
  return filePaths
}

async function listFolder(path: string, choosesFolder: boolean) {
  const found = await stat(path).catch(() => undefined)
  const folder = found?.isDirectory() === false ? dirname(path) : path
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const shown: Entry[] = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => ({
      name: entry.name,
      path: join(folder, entry.name),
      isFolder: entry.isDirectory(),
    }))
    .filter(({ isFolder }) => isFolder || !choosesFolder)
    .sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name))
    .slice(0, maxEntries)
  return { folder, parent: dirname(folder), entries: shown }
}

/** Resolves with the chosen paths; undefined if the user cancelled, or the window is gone. */
function listen(
  browser: Browser,
  page: PageTarget,
  onOpen: (path: string) => void,
): Promise<string[] | undefined> {
  const { promise, resolve: settle } = Promise.withResolvers<string[] | undefined>()
  const connection = browser.cdp()
  const onGone = ({ targetId }: { targetId: string }): void => {
    if (targetId === page.id) settle(undefined)
  }
  page.session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== binding) return
    const asked = JSON.parse(payload) as Asked
    if ('open' in asked) onOpen(asked.open)
    else settle('chosen' in asked ? asked.chosen : undefined)
  })
  connection.on('Target.targetDestroyed', onGone)
  connection.on('Target.targetCrashed', onGone)
  void connection.closed.then(() => settle(undefined))
  return promise.finally(() => {
    connection.off('Target.targetDestroyed', onGone)
    connection.off('Target.targetCrashed', onGone)
  })
}

/** The script of the window's document, sent as text. */
const run = `(binding, what, firstName, first) => {
  let shown
  let label
  let replaced
  const answer = (asked) => window[binding](JSON.stringify(asked))
  const find = (id) => document.querySelector(id)
  const chosen = () => {
    if (what === 'folder') return [find('#path').value]
    if (what === 'place') return find('#name').value ? [shown.folder + '/' + find('#name').value] : []
    return [...document.querySelectorAll('[aria-selected=true]')].map((row) => row.path)
  }
  const update = () => {
    find('#choose').disabled = chosen().length === 0
    find('#choose').textContent = label
  }
  const choose = () => {
    const [path] = chosen()
    const isThere = shown.entries.some((entry) => entry.name === find('#name').value)
    if (what !== 'place' || !isThere || replaced === path) return answer({ chosen: chosen() })
    replaced = path
    find('#choose').textContent = 'Replace'
  }
  const rowOf = ({ name, path, isFolder }) => {
    const row = document.createElement('li')
    row.textContent = (isFolder ? '\\u{1F4C1} ' : '\\u{1F4C4} ') + name
    row.path = path
    row.tabIndex = 0
    row.role = 'option'
    row.ariaSelected = 'false'
    row.ariaLabel = name
    const choose = () => {
      if (isFolder) return answer({ open: path })
      const is = row.ariaSelected === 'true'
      if (what === 'place') find('#name').value = name
      if (what !== 'files') for (const other of document.querySelectorAll('li')) other.ariaSelected = 'false'
      row.ariaSelected = String(!is)
      update()
    }
    row.addEventListener('click', choose)
    row.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') choose()
    })
    return row
  }
  window.show = (listed) => {
    shown = listed
    find('#path').value = listed.folder
    find('ul').replaceChildren(...listed.entries.map(rowOf))
    update()
  }
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') answer({ cancel: true })
  })
  addEventListener('DOMContentLoaded', () => {
    const on = (id, act) => find(id).addEventListener('click', act)
    label = find('#choose').textContent
    find('#name').value = firstName
    find('#name').hidden = what !== 'place'
    find('#name').addEventListener('input', update)
    on('#up', () => answer({ open: shown.parent }))
    on('#cancel', () => answer({ cancel: true }))
    on('#choose', choose)
    find('form').addEventListener('submit', (event) => {
      event.preventDefault()
      answer({ open: find('#path').value })
    })
    show(first)
  })
}`

const styles = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0; height: 100vh; padding: 16px; box-sizing: border-box; display: flex;
    flex-direction: column; gap: 12px; background: Canvas; color: CanvasText; }
  form, div { display: flex; gap: 8px; }
  div { justify-content: end; }
  input { flex: 1; font: inherit; padding: 4px 8px; }
  ul { flex: 1; overflow: auto; margin: 0; padding: 4px; list-style: none;
    border: 1px solid GrayText; }
  li { padding: 2px 8px; cursor: default; white-space: pre; }
  li[aria-selected=true] { background: Highlight; color: HighlightText; }
  button { font: inherit; padding: 6px 16px; }
`

function documentOf(title: string, buttonLabel: string): string {
  return `<!doctype html><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${styles}</style>
<body role="dialog" aria-label="${escapeHtml(title)}">
<form><button type="button" id="up" aria-label="Up">↑</button><input id="path" aria-label="Path"></form>
<ul role="listbox" aria-label="Files" aria-multiselectable="true"></ul>
<div><input id="name" aria-label="Name"><button id="choose">${escapeHtml(buttonLabel)}</button><button id="cancel">Cancel</button></div>
</body>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.codePointAt(0))};`)
}
