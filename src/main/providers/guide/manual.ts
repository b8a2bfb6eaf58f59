import { AppError } from '../../../shared/errors.ts'

/** One section of the guide's manual. */
export interface Section {
  /** The same in every language, such as `keyboard`. */
  id: string
  title: string
  /** Words that people ask with and that the text does not use. */
  keywords: string
  /** Markdown, without the title. */
  text: string
}

/** The sentences that the guide says of itself. */
export interface Phrases {
  greeting: string
  nothingFound: string
  topics: string
}

export interface Manual {
  phrases: Phrases
  /** Words that say nothing of what a question is about. */
  stopWords: ReadonlySet<string>
  sections: readonly Section[]
}

/**
 * Reads a manual: `name: value` lines between two `---`, then sections that each begin with
 * `## Title {#id}` and, in a comment, `<!-- keywords: … -->`.
 */
export function parseManual(markdown: string): Manual {
  const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(markdown.replaceAll('\r\n', '\n')) ?? []
  if (head === undefined || body === undefined) throw broken('it has no head')
  const fields = new Map(
    head.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
    }),
  )
  const phrase = (name: keyof Phrases | 'stopWords'): string => {
    const value = fields.get(name)
    if (!value) throw broken(`${name} is missing`)
    return value
  }
  const sections = body.split(/^## /m).slice(1).map(parseSection)
  if (sections.length === 0) throw broken('it has no sections')
  return {
    phrases: {
      greeting: phrase('greeting'),
      nothingFound: phrase('nothingFound'),
      topics: phrase('topics'),
    },
    stopWords: new Set(
      phrase('stopWords')
        .toLowerCase()
        .split(/[\s,]+/),
    ),
    sections,
  }
}

function parseSection(block: string): Section {
  const [heading = '', ...lines] = block.split('\n')
  const [, title, id] = /^(.*?)\s*\{#([a-z-]+)\}\s*$/.exec(heading) ?? []
  if (title === undefined || id === undefined) throw broken(`"${heading}" has no id`)
  const content = lines.join('\n')
  return {
    id,
    title,
    keywords: /<!--\s*keywords:(.*?)-->/s.exec(content)?.[1]?.trim() ?? '',
    text: content.replace(/<!--.*?-->/gs, '').trim(),
  }
}

function broken(reason: string): AppError {
  return new AppError('internal', `The guide's manual can't be read: ${reason}`)
}
