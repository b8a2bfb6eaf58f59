// oxlint-disable typescript/unbound-method -- fetch and apply are functions of their owners
/**
 * Tells main what goes wrong in a preview, each thing once: errors of its scripts, hosts that its
 * policy refuses, and what no preview does. Main bounds and parses it, as a document can send the
 * same. Runs as source text in the frame's own world before its scripts, so it refers to nothing
 * outside itself.
 */
export function reportProblems(): void {
  const { protocol, host, hostname } = location
  if (protocol !== 'preview:' && !hostname.endsWith('.preview.invalid')) return
  const { fetch } = window
  const address = `${protocol}//${host}/~problems`
  const maxLength = 300
  const maxReports = 50
  const reported = new Set<string>()
  const report = (problem: Record<string, string | number | null>): void => {
    const body = JSON.stringify(problem)
    if (reported.size >= maxReports || reported.has(body)) return
    reported.add(body)
    fetch(address, { method: 'POST', mode: 'no-cors', body }).catch(() => undefined)
  }
  const reportError = (error: unknown, line: number): void => {
    const text = String(error).slice(0, maxLength)
    report({ kind: 'script', text: text || '?', line: line > 0 ? line : null })
  }

  addEventListener('error', ({ message, lineno }) => reportError(message, lineno))
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason, 0))
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
    const url = URL.parse(blockedURI)
    // Without an address it is `eval`, which throws an error of its own.
    if (!url || url.href === address) return
    const isOwn = url.host === host
    const name = (isOwn ? url.pathname.slice(1) : url.host || url.protocol).slice(0, maxLength)
    report({ kind: isOwn ? 'file' : 'host', name: name || '/' })
  })
  addEventListener('click', (event) => {
    const link = event
      .composedPath()
      .find((each) => each instanceof Element && each.matches('a[href], area[href]'))
    if (!(link instanceof Element) || event.defaultPrevented) return
    const url = URL.parse(link.getAttribute('href') ?? '', document.baseURI)
    const isDownload = link.hasAttribute('download')
    const isWithin = url?.host === host && url.pathname === location.pathname && url.hash !== ''
    if (!isDownload && (isWithin || url?.protocol === 'javascript:')) return
    event.preventDefault()
    report({ kind: isDownload ? 'download' : 'link' })
  })
  // A form that is sent leads the frame away, even if the policy refuses it.
  addEventListener('submit', (event) => {
    const { target, submitter, defaultPrevented } = event
    const form = target instanceof HTMLFormElement ? target : undefined
    const method = submitter?.getAttribute('formmethod') ?? form?.getAttribute('method')
    if (defaultPrevented || method?.toLowerCase() === 'dialog') return
    event.preventDefault()
    report({ kind: 'form' })
  })
  HTMLFormElement.prototype.submit = () => report({ kind: 'form' })
  // A script that sets the address leads it away as well.
  addEventListener('beforeunload', () => report({ kind: 'link' }))
  const refuse = (names: readonly ('alert' | 'confirm' | 'prompt' | 'open')[], kind: string) => {
    for (const name of names) {
      const original = window[name] as (...given: unknown[]) => unknown
      Object.defineProperty(window, name, {
        configurable: true,
        writable: true,
        value: (...given: unknown[]) => {
          report({ kind })
          return original(...given)
        },
      })
    }
  }
  refuse(['alert', 'confirm', 'prompt'], 'dialog')
  refuse(['open'], 'link')
}
