import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import { openKnowledgeDatabase } from '../../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { mulberry32 } from '../../../mulberry32.ts'
import { killAfter } from '../../killAfter.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { indexContent } from './indexContent.ts'
import { carryOut } from './killPlan.ts'

const script = join(import.meta.dirname, 'killedScript.ts')
/** Number of kills of each kind; `KILLS=50` makes a long run. */
const kills = Number(process.env['KILLS'] ?? 2)
/** The step from which a kill may come, and how long after it. */
const moments = [
  { from: 'put', milliseconds: 500 },
  { from: 'open next', milliseconds: 150 },
  { from: 'compact', milliseconds: 60 },
] as const

/** Carries the plan out to its end, checks the file, and returns what the index holds. */
async function finish(path: string) {
  const database = openKnowledgeDatabase(path)
  try {
    const store = createLocalStore(database)
    await carryOut(store, () => undefined)
    await store.close()
    expect(database.get('PRAGMA integrity_check')?.['integrity_check']).toBe('ok')
    return withoutSpaceIds(indexContent(database))
  } finally {
    database.close()
  }
}

/** Throws if anything is doubled or belongs to nothing. */
function checkWhole(path: string): void {
  const database = openKnowledgeDatabase(path)
  try {
    indexContent(database)
  } finally {
    database.close()
  }
}

/** A space that is dropped and opened again has another number. */
function withoutSpaceIds(content: ReturnType<typeof indexContent>) {
  return JSON.parse(
    JSON.stringify(content, (key, value: unknown) => {
      if (key === 'id' && typeof value === 'number') return 0
      return key === 'spaces' && Array.isArray(value) && Array.isArray(value[0])
        ? value.map((pair: unknown[]) => pair[1])
        : value
    }),
  ) as unknown
}

test('after a kill at any moment the index becomes what it is without one', async () => {
  const plain = await finish(join(temporaryFolder(), 'knowledge.sqlite'))
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
  const random = mulberry32(seed)
  const path = join(temporaryFolder(), 'knowledge.sqlite')
  const killedAt: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    for (const { from, milliseconds } of moments) {
      const given = JSON.stringify({ path, from })
      const { reports } = await killAfter<string>(script, given, random() * milliseconds)
      killedAt.push(reports.at(-1) ?? '')
      checkWhole(path)
    }
  }
  expect(await finish(path), `seed ${seed}, killed in ${killedAt.join(', ')}`).toEqual(plain)
}, 1_200_000)
