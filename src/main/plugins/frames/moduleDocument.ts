/**
 * Returns the document of a page that is a module: it loads the module and shows its default
 * export. That is a function, which gets the result and the element, or a custom element's class.
 */
export function moduleDocument({ pathname, search }: URL): string {
  const address = JSON.stringify(pathname + search).replaceAll('<', '\\u003c')
  return `<!doctype html><meta charset="utf-8"><div id="root"></div><script type="module">
const root = document.getElementById('root')
const show = (content) => content instanceof Node ? root.replaceChildren(content)
  : typeof content === 'string' && root.replaceChildren(content)
const { default: page } = await import(${address})
addEventListener('message', async ({ data, source }) => {
  if (source !== top || data?.type !== 'lobe-chat:render-plugin') return
  if (page?.prototype instanceof HTMLElement) {
    if (!customElements.getName(page)) customElements.define('plugin-page', page)
    show(Object.assign(new page(), data.props))
  } else show(await page(data.props, root))
})
top.postMessage({ type: 'lobe-chat:plugin-ready-for-render' }, '*')
</script>`
}
