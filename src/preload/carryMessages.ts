// oxlint-disable typescript/unbound-method -- fetch is a function of the window
/**
 * Carries the messages of a plugin's page to main, and main's answers to the page. The page posts
 * them to the window, as in a web app, but a window unpacks a message before it can tell its size:
 * it reads none. Main makes every call of `postMessage` in the page's scripts one of `parleyPost`.
 * Runs as source text in the frame's own world before its scripts, so it refers to nothing outside
 * itself. A page that changes any of this harms itself alone.
 */
export function carryMessages(): void {
  const { protocol, host, hostname } = location
  if (protocol !== 'plugin:' && !hostname.endsWith('.plugin.invalid')) return
  const { fetch } = window
  const outer = top
  const address = `${protocol}//${host}/~messages`
  let last = Promise.resolve()

  const deliver = (data: unknown, source: unknown): void => {
    const event = new MessageEvent('message', { data })
    Object.defineProperty(event, 'source', { value: source })
    dispatchEvent(event)
  }
  const send = async (body: string, source: unknown): Promise<void> => {
    const answer = await fetch(address, { method: 'POST', body })
    if (!answer.ok) return
    for (const reply of (await answer.json()) as unknown[]) deliver(reply, source)
  }
  /** Sends one message after the other, so that what the page keeps stays in order. */
  const carry = (message: unknown, source: unknown): void => {
    const body = JSON.stringify(message) as string | undefined
    if (body === undefined) return
    // A request of an MCP view is not queued: it has an id of its own, and may wait for the user.
    const isView = (message as { jsonrpc?: unknown } | null)?.jsonrpc === '2.0'
    if (isView) send(body, source).catch(() => undefined)
    else last = last.then(() => send(body, source)).catch(() => undefined)
  }

  const carrier = Object.freeze({
    closed: false,
    postMessage: (message: unknown): void => carry(message, carrier),
  })
  Object.defineProperty(window, 'parent', { value: carrier })
  addEventListener('message', (event) => {
    const data = event.data as { type?: unknown; theme?: unknown } | null
    if (!event.isTrusted || event.source !== outer || data?.type !== 'parley:theme') return
    event.stopImmediatePropagation()
    const method = 'ui/notifications/host-context-changed'
    deliver({ jsonrpc: '2.0', method, params: { theme: data.theme } }, carrier)
  })
  // A link leaves the frame nowhere: the user is asked whether the browser opens it.
  addEventListener('click', (event) => {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement)
    const url = link && URL.parse(link.href)
    if (!url || !event.isTrusted || event.defaultPrevented) return
    const isOwn = url.host === host
    if (!isOwn && !/^https?:$/.test(url.protocol)) return
    if (isOwn && url.hash !== '' && url.pathname === location.pathname) return
    event.preventDefault()
    const body = isOwn ? url.pathname + url.search : url.href
    fetch(`${protocol}//${host}/~link`, { method: 'POST', body }).catch(() => undefined)
  })
  const post = (to: { postMessage: (...given: unknown[]) => void } | null, ...given: unknown[]) =>
    to === outer ? carry(given[0], outer) : to?.postMessage(...given)
  Object.defineProperty(window, 'parleyPost', { value: post })
}
