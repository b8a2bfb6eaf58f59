import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { attacks } from './hostile/attacks.ts'
import { createBurdens } from './hostile/burdens.ts'
import { test as base } from './markdownPage.ts'

declare global {
  interface Window {
    attacked?: unknown
    inspect: (selector: string) => string[]
  }
}

/**
 * The page without the app's policy: the component has to be safe alone. What leaves it, or opens,
 * is noted in `escapes`.
 */
const test = base.extend<{ watchedPage: Page; escapes: string[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  escapes: async ({}, use) => use([]),
  watchedPage: async ({ page, address, escapes }, use) => {
    await page.route(
      (url) => !url.href.startsWith(address),
      (route) => {
        escapes.push(route.request().url())
        return route.abort()
      },
    )
    page.on('dialog', (dialog) => {
      escapes.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('popup', (popup) => escapes.push(popup.url()))
    await page.goto(address)
    await page.waitForFunction(() => 'markdown' in window)
    await use(page)
  },
})

/** Elements and attributes that nobody's text may bring along. */
const forbidden = [
  'script, style, link, meta, base, iframe, frame, object, embed, form, template, noscript',
  'textarea, select, video, audio, source, marquee, portal, dialog',
  '[srcdoc], [srcset], [ping], [formaction], [background], [autofocus], [target], [popovertarget]',
  'input:not([type="checkbox"]), [name]',
].join(', ')

/** Presses all that can be pressed, and says what should not have been there. */
function inspect(selector: string): string[] {
  const root = document.querySelector('#root > .markdown')
  if (!root) return ['nothing is shown']
  const wrong = [...root.querySelectorAll(selector)].map((element) => element.outerHTML)
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const isAddress = name === 'href' || name === 'src' || name === 'xlink:href'
      if (name.startsWith('on')) wrong.push(element.outerHTML)
      if (isAddress && /^[\s\0-\x20]*(?:java|vb)script:|^data:text/i.test(value)) {
        wrong.push(element.outerHTML)
      }
      if (name === 'style' && /url\(|position|expression/i.test(value))
        wrong.push(element.outerHTML)
    }
  }
  for (const element of root.querySelectorAll<HTMLElement>('a, button, summary, [onclick]')) {
    element.click()
  }
  return wrong
}

test('what must not be there is found where it is let through', async ({ watchedPage }) => {
  for (const text of [
    '<img src=x onerror="1">',
    '<iframe></iframe>',
    '<a href="javascript:1">x</a>',
  ]) {
    await watchedPage.evaluate((html) => {
      window.markdown.show('').element.innerHTML = html
    }, text)
    expect(await watchedPage.evaluate(inspect, forbidden), text).not.toEqual([])
  }
})

/** As many as are shown between two looks at what has left the page. */
const batchSize = 30

for (const way of ['at once', 'character by character']) {
  test(`nothing of hostile texts that come ${way} runs or leaves`, async ({
    watchedPage,
    escapes,
  }) => {
    test.setTimeout(300_000)
    await watchedPage.evaluate(`window.inspect = ${inspect.toString()}`)
    for (let start = 0; start < attacks.length; start += batchSize) {
      const batch = attacks.slice(start, start + batchSize)
      const found = await watchedPage.evaluate(attackWith, {
        texts: batch.map((text) => (way === 'at once' ? [text] : text.split(''))),
        selector: forbidden,
      })
      for (const [index, text] of batch.entries()) {
        expect(found[index], text).toEqual({ wrong: [], hasRun: false })
      }
      expect(escapes, batch.join('\n')).toEqual([])
    }
    const opened = await watchedPage.evaluate(() =>
      window.markdown.remembered.filter(({ what }) => what === 'openLink'),
    )
    expect(opened.filter(({ value }) => !/^(?:https?|mailto):/.test(value))).toEqual([])
    expect(new URL(watchedPage.url()).pathname).toBe('/')
    expect(await watchedPage.evaluate(() => window.attacked)).toBeUndefined()
    expect(escapes).toEqual([])
  })
}

/** Shows each text in its pieces, presses what it brought, and says what became of it. */
async function attackWith({
  texts,
  selector,
}: {
  texts: string[][]
  selector: string
}): Promise<{ wrong: string[]; hasRun: boolean }[]> {
  const found = []
  for (const pieces of texts) {
    const view = window.markdown.show('')
    let shown = ''
    for (const piece of pieces) view.update((shown += piece), true)
    view.update(shown, false)
    await new Promise(requestAnimationFrame)
    const wrong = window.inspect(selector)
    // A press starts its work in a task of its own.
    await new Promise((resolve) => setTimeout(resolve))
    found.push({ wrong, hasRun: window.attacked !== undefined })
  }
  return found
}

/** Enough to overflow a stack or to grow with the square; the benchmark takes the full size. */
const burdenSize = 20_000
const pieces = 5

const parts = 4

for (let part = 0; part < parts; part += 1) {
  test(`texts made to stop a reader are shown, at once and in pieces: part ${part + 1}`, async ({
    watchedPage,
  }, testInfo) => {
    test.setTimeout(600_000)
    const burdens = createBurdens(burdenSize).filter((_, index) => index % parts === part)
    for (const { name, text } of burdens) {
      const { atOnce, streamed, views } = await watchedPage.evaluate(showBurden, { text, pieces })
      // No more than a note: how long is too long depends on the machine, and is for the benchmark.
      const description = `${name}: ${atOnce} ms at once, ${streamed} ms in pieces`
      testInfo.annotations.push({ type: 'held the page', description })
      expect(views, name).toBe(1)
    }
  })
}

/** For how long it held the page, in milliseconds. */
async function showBurden({
  text: burden,
  pieces,
}: {
  text: string
  pieces: number
}): Promise<{ atOnce: number; streamed: number; views: number }> {
  const hold = async (work: () => void): Promise<number> => {
    const start = performance.now()
    work()
    document.body.getBoundingClientRect()
    const milliseconds = performance.now() - start
    await new Promise(requestAnimationFrame)
    return Math.round(milliseconds)
  }
  const atOnce = await hold(() => window.markdown.show(burden))
  const view = window.markdown.show('')
  let streamed = 0
  for (let piece = 1; piece <= pieces; piece += 1) {
    const end = Math.ceil((burden.length * piece) / pieces)
    streamed = Math.max(streamed, await hold(() => view.update(burden.slice(0, end), true)))
  }
  streamed = Math.max(streamed, await hold(() => view.update(burden, false)))
  return { atOnce, streamed, views: document.querySelectorAll('#root > .markdown').length }
}
