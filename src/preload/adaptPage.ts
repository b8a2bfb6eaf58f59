// oxlint-disable typescript/unbound-method -- the methods are applied to their owners
/**
 * Gives the page of a plugin what it would miss in its frame: storage that ends with it, and a way
 * to absolute web addresses, which main answers under the frame's own. A preview has no way to any
 * address, and gets the storage alone. Runs as source text in the frame's own world before its
 * scripts, so it refers to nothing outside itself.
 */
export function adaptPage(): void {
  const { protocol, host, hostname } = location
  const isPlugin = protocol === 'plugin:' || hostname.endsWith('.plugin.invalid')
  const isPreview = protocol === 'preview:' || hostname.endsWith('.preview.invalid')
  if (!isPlugin && !isPreview) return
  const { apply } = Reflect

  /** Leads the requests of the page's scripts to the frame's own address. */
  const routeRequests = (): void => {
    /** Returns the address at which main answers for a web address. */
    const route = (given: unknown): unknown => {
      const url = URL.parse(String(given), document.baseURI)
      if (!url || url.host === host || !/^https?:$/.test(url.protocol)) return given
      const rest = `${url.pathname}${url.search}${url.hash}`
      return `${protocol}//${host}/~${url.protocol.slice(0, -1)}/${url.host}${rest}`
    }

    const { fetch } = window
    window.fetch = (input, init) =>
      input instanceof Request
        ? fetch(new Request(route(input.url) as string, input), init)
        : fetch(route(input) as string, init)
    const { open } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
      apply(open, this, given.with(1, route(given[1])))
    }
    const sources: readonly (readonly [{ prototype: Element }, string])[] = [
      [HTMLImageElement, 'src'],
      [HTMLScriptElement, 'src'],
      [HTMLLinkElement, 'href'],
      [HTMLMediaElement, 'src'],
      [HTMLSourceElement, 'src'],
    ]
    for (const [{ prototype }, name] of sources) {
      const property = Object.getOwnPropertyDescriptor(prototype, name)
      const { set } = property ?? {}
      if (!property || !set) continue
      const setRouted = function (this: Element, value: unknown): void {
        apply(set, this, [route(value)])
      }
      Object.defineProperty(prototype, name, { ...property, set: setRouted })
    }
    const { setAttribute } = Element.prototype
    Element.prototype.setAttribute = function (this: Element, name, value) {
      const isSource = sources.some(
        ([owner, known]) =>
          known === String(name).toLowerCase() &&
          Object.prototype.isPrototypeOf.call(owner.prototype, this),
      )
      apply(setAttribute, this, [name, isSource ? route(value) : value])
    }
  }

  const createStorage = (): object => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: unknown) => kept.get(String(key)) ?? null,
      setItem: (key: unknown, value: unknown) => void kept.set(String(key), String(value)),
      removeItem: (key: unknown) => void kept.delete(String(key)),
      clear: () => kept.clear(),
      key: (index: number) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size
      },
    }
  }
  if (isPlugin) routeRequests()
  if (origin !== 'null') return
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { value: createStorage() })
  }
  Object.defineProperty(Document.prototype, 'cookie', { value: '', writable: true })
}
