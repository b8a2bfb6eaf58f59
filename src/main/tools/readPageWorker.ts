import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { parse, serialize } from 'parse5'
import { serveTask } from '../workers/serveTask.ts'
import { pageTask } from './pageTask.ts'

const maxTitleLength = 300

/** The part of the DOM that is used here: main's types have none. */
interface PageDocument {
  body: { textContent: string }
  querySelector: (selector: string) => { textContent: string } | null
  querySelectorAll: (selector: string) => Iterable<{ remove: () => void }>
}

serveTask(pageTask, ({ html }) => {
  // linkedom only builds the right tree of markup in which no tag is left out.
  const { document } = parseHTML(serialize(parse(html))) as unknown as { document: PageDocument }
  const title = document.querySelector('title')?.textContent ?? ''
  for (const hidden of document.querySelectorAll('script, style, noscript, template, [hidden]')) {
    hidden.remove()
  }
  const all = document.body.textContent
  const article = new Readability(document as never).parse()
  const text = article?.textContent ?? all
  return {
    title: (title === '' ? (article?.title ?? '') : title).trim().slice(0, maxTitleLength),
    text: tidy(text.trim() === '' ? all : text),
  }
})

/** Joins the white space that a page's source has between its elements. */
function tidy(text: string): string {
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[\s]*\n\s*/g, '\n\n')
    .trim()
}
