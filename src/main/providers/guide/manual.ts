import { AppError } from '../../../shared/errors.ts'

/** A section of the guide's manual. */
export interface Section {
  /** The same id in all languages, such as `keyboard`. */
  id: string
  title: string
  /** Words that users search for and that the text does not contain. */
  keywords: string
  /** Markdown without the heading. */
  text: string
}

/** The guide's sentences about itself. */
export interface Phrases {
  greeting: string
  nothingFound: string
  topics: string
}

export interface Manual {
  phrases: Phrases
  /** Words that carry no topic. */
  stopWords: ReadonlySet<string>
  sections: readonly Section[]
}

/**
 * Parses a manual: `name: value` lines between two `---`, then sections. Each section begins with
 * `## Title {#id}` and a comment `<!-- keywords: … -->`.
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
