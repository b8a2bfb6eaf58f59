/**
 * Encodes a form as multipart/form-data. Returns a Blob whose type has the boundary. Its files are
 * read as it is sent: those of `openAsBlob` are never whole in memory.
 */
export function formBlob(form: FormData): Blob {
  // A Blob's type is in lower case.
  const boundary = `parley-${crypto.randomUUID()}`
  const parts: (string | Blob)[] = []
  for (const [name, value] of form) {
    parts.push(`--${boundary}\r\n`, headOf(name, value))
    parts.push(typeof value === 'string' ? withCrlf(value) : value, '\r\n')
  }
  parts.push(`--${boundary}--\r\n`)
  return new Blob(parts, { type: `multipart/form-data; boundary=${boundary}` })
}

function headOf(name: string, value: string | File): string {
  const head = `Content-Disposition: form-data; name="${escaped(withCrlf(name))}"`
  if (typeof value === 'string') return `${head}\r\n\r\n`
  const type = value.type || 'application/octet-stream'
  return `${head}; filename="${escaped(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`
}

/** The HTML standard's rules for the names and texts of a form. */
function escaped(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
}

function withCrlf(text: string): string {
  return text.replace(/\r?\n|\r/g, '\r\n')
}
