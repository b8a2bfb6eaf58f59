import type { LocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import { embedText } from './embedText.ts'
import { testSource } from './testSource.ts'

export const killedBase = '11111111-1111-4111-8111-111111111111'
const dimensions = 32

const sourceId = (index: number): string =>
  `22222222-2222-4222-8222-${String(index).padStart(12, '0')}`

const textOf = (index: number, round: number): string =>
  Array.from({ length: 60 }, (_, line) => {
    const changes = line % 3 === 0 ? `in round ${round}` : 'as ever'
    return `House ${index} has door number ${line} ${changes}.`
  }).join('\n\n')

/**
 * Brings the index to where it has to be, from wherever it is: sources put, changed and removed, a
 * change of model, and compaction. Calls `report` before each step.
 */
export async function carryOut(store: LocalStore, report: (step: string) => void): Promise<void> {
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    report(name)
    return work()
  }
  const put = (index: number, round: number) =>
    step(`put ${index}`, () =>
      store.put({
        ...testSource(killedBase, textOf(index, round)),
        id: sourceId(index),
        name: `house ${index}, round ${round}`,
      }),
    )
  const embed = async (modelId: string): Promise<number> => {
    const model = { providerId: 'test', modelId }
    const space = await step(`open ${modelId}`, () =>
      store.openSpace(killedBase, model, dimensions),
    )
    for (;;) {
      const missing = await store.missingVectors(killedBase, space.id, 20)
      if (missing.length === 0) return space.id
      const vectors = missing.map(({ textHash, text }) => {
        return { textHash, values: embedText(text + modelId, dimensions) }
      })
      await step(`vectors ${modelId}`, () => store.putVectors(space.id, vectors))
    }
  }

  for (let index = 0; index < 5; index += 1) await put(index, 1)
  const before = await embed('before')
  await step('use', () => store.useSpace(killedBase, before))
  for (let index = 0; index < 3; index += 1) await put(index, 2)
  await step('remove', () => store.remove(killedBase, [sourceId(4)]))
  await embed('before')
  const next = await embed('next')
  await step('change', () => store.useSpace(killedBase, next))
  await step('drop', () => store.dropSpace(killedBase, before))
  await step('compact', () => store.compact())
}
