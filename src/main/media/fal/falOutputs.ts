import { isObject } from '../../../shared/json.ts'
import type { ProducedFile } from '../mediaProvider.ts'

const maxDepth = 6
const maxFiles = 100
/** Fields that repeat what the job was given. */
const echoes = /^(?:prompt|input|mask_url|image_url|timings|logs|metrics)$/

/**
 * Returns the files of an output, found by their shape: `{ url }`, or the bare address of a sound,
 * wherever they lie. `has_nsfw_concepts` flags them one by one.
 */
export function findFalFiles(output: unknown): ProducedFile[] {
  const files: ProducedFile[] = []
  const seed = isObject(output) && typeof output['seed'] === 'number' ? output['seed'] : undefined
  const flags = isObject(output) ? output['has_nsfw_concepts'] : undefined
  const seen = new Set<string>()

  function add(url: string): void {
    if (seen.has(url) || files.length >= maxFiles) return
    seen.add(url)
    const flagged = Array.isArray(flags) && flags[files.length] === true
    files.push({ url, ...(seed !== undefined && { seed }), ...(flagged && { flagged }) })
  }

  function walk(value: unknown, name: string, depth: number): void {
    if (depth > maxDepth || echoes.test(name)) return
    if (Array.isArray(value)) value.forEach((each) => walk(each, name, depth + 1))
    else if (isObject(value)) {
      const { url } = value
      if (typeof url === 'string' && isAddress(url)) add(url)
      else for (const [key, inner] of Object.entries(value)) walk(inner, key, depth + 1)
    } else if (typeof value === 'string' && isFileField(name) && isAddress(value)) add(value)
  }

  walk(output, '', 0)
  return files
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|data:(?:image|video|audio)\/)/.test(text)
}

function isFileField(name: string): boolean {
  return /^(?:images?|videos?|audios?|output|file)(?:_urls?)?$/.test(name)
}
