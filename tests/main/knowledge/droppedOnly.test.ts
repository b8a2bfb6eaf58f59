import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { openTestKnowledge } from './openTestKnowledge.ts'

test('a path that the page names, and the user did not drop, is refused', async () => {
  const folder = temporaryFolder()
  const [dropped, secret] = [join(folder, 'dropped.txt'), join(folder, 'secret.txt')]
  writeFileSync(dropped, 'Dropped words')
  writeFileSync(secret, 'Secret words')
  const { handlers, caller, create, list } = openTestKnowledge({
    mayRead: (path) => path === dropped,
  })
  const baseId = await create()
  await expect(handlers.addPaths({ baseId, paths: [dropped, secret] }, caller)).rejects.toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  )
  expect(await list(baseId)).toEqual([])
  expect(await handlers.addPaths({ baseId, paths: [dropped] }, caller)).toEqual({ added: 1 })
})
