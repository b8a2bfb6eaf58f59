import type { SeenRequest } from './fakeServer.ts'

/** Returns the fields of a form by their names; `name` is a file's. */
export function parseForm({
  bytes,
  headers,
}: SeenRequest): Map<string, { name?: string; text: string }> {
  const boundary = /boundary=(?<boundary>.+)$/.exec(headers['content-type'] ?? '')?.groups?.[
    'boundary'
  ]
  const fields = new Map<string, { name?: string; text: string }>()
  for (const part of bytes
    .toString('utf8')
    .split(`--${boundary ?? ''}`)
    .slice(1, -1)) {
    const [head = '', ...rest] = part.replace(/^\r\n/, '').split('\r\n\r\n')
    const text = rest.join('\r\n\r\n').replace(/\r\n$/, '')
    const name = /filename="(?<file>[^"]*)"/.exec(head)?.groups?.['file']
    const field = /[; ]name="(?<field>[^"]*)"/.exec(head)?.groups?.['field'] ?? ''
    fields.set(field, { text, ...(name !== undefined && { name }) })
  }
  return fields
}
