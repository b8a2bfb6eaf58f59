import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { serveTask } from '../workers/serveTask.ts'
import { pageTask } from './pageTask.ts'

const titleLengthMaximum = 300

/** What is used of a page. Main's types know no DOM. */
interface PageDocument {
  body: { textContent: string }
  querySelector: (selector: string) => { textContent: string } | null
  querySelectorAll: (selector: string) => Iterable<{ remove: () => void }>
}

serveTask(pageTask, ({ html }) => {
  const { document } = parseHTML(whole(html)) as unknown as { document: PageDocument }
  const title = document.querySelector('title')?.textContent ?? ''
  for (const hidden of document.querySelectorAll('script, style, noscript, template, [hidden]')) {
    hidden.remove()
  }
  const all = document.body.textContent
  const article = new Readability(document as never).parse()
  const text = article?.textContent ?? all
  return {
    title: (title === '' ? (article?.title ?? '') : title).trim().slice(0, titleLengthMaximum),
    text: tidy(text.trim() === '' ? all : text),
  }
})

/** Adds the elements that browsers add themselves: the parser takes a page as it is written. */
function whole(html: string): string {
  if (/<html[\s>]/i.test(html) && /<body[\s>]/i.test(html)) return html
  const inside = html.replaceAll(/<!doctype[^>]*>|<\/?(?:html|head|body)(?:\s[^>]*)?>/gi, '')
  return `<!doctype html><html><head></head><body>${inside}</body></html>`
}

/** Joins the white space that a page's source has between its elements. */
function tidy(text: string): string {
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[\s]*\n\s*/g, '\n\n')
    .trim()
}
