import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes a folder of Markdown files with eight sections each. Returns its path. */
export function writePapers(files: number): string {
  const root = mkdtempSync(join(tmpdir(), 'parley-papers-'))
  for (let index = 0; index < files; index += 1) {
    const sentence = `Paper ${String(index)} says what harbour ${String(index)} takes from boats. `
    const sections = Array.from(
      { length: 8 },
      (_, section) => `## Section ${String(section)}\n\n${sentence.repeat(12)}`,
    )
    writeFileSync(join(root, `${String(index)}.md`), sections.join('\n\n'))
  }
  return root
}
