import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { findProgram } from '../../../src/main/processes/findProgram.ts'
import { readLoginPath } from '../../../src/main/processes/loginPath.ts'
import { temporaryFolder } from './serverScripts.ts'

async function writeProgram(path: string, text = '#!/bin/sh\n'): Promise<void> {
  await writeFile(path, text)
  await chmod(path, 0o755)
}

test('a program is found in the first folder of the path that has it', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'a', 'tool'), { recursive: true })
  await mkdir(join(folder, 'b'))
  await mkdir(join(folder, 'c'))
  await writeFile(join(folder, 'b', 'tool'), 'no program')
  await writeProgram(join(folder, 'c', 'tool'))
  const path = ['a', 'b', 'c'].map((name) => join(folder, name)).join(delimiter)
  expect(await findProgram('tool', { path, folder })).toBe(join(folder, 'c', 'tool'))
  expect(await findProgram('./c/tool', { path: '', folder })).toBe(join(folder, 'c', 'tool'))
})

test('a program that is missing is told with what was searched', async () => {
  const folder = await temporaryFolder()
  // An entry that depends on the working folder is no place to start programs from.
  const path = [join(folder, 'a'), '.', '', join(folder, 'b')].join(delimiter)
  await expect(findProgram('uvx', { path, folder })).rejects.toMatchObject({
    code: 'pluginProgramMissing',
    details: {
      subject: 'uvx',
      answer: `There is no program “uvx”. Searched: ${join(folder, 'a')}, ${join(folder, 'b')}`,
    },
  })
})

test('the path is that of the login shell, whatever its start files print', async () => {
  const folder = await temporaryFolder()
  const shell = join(folder, 'shell')
  await writeProgram(
    shell,
    '#!/bin/sh\necho welcome PATH=/no\nPATH=/from/shell:$PATH\nexec /bin/sh -c "$2"\n',
  )
  const path = await readLoginPath({ SHELL: shell, PATH: '/usr/bin:/bin', HOME: folder })
  expect(path.split(delimiter)).toStrictEqual([
    '/from/shell',
    '/usr/bin',
    '/bin',
    '/opt/homebrew/bin',
    '/usr/local/bin',
    join(folder, '.local/bin'),
  ])
})

test('without a shell that answers the path is that of Parley', async () => {
  const folder = await temporaryFolder()
  const path = await readLoginPath({ SHELL: join(folder, 'none'), PATH: '/own', HOME: folder })
  expect(path).toMatch(/^\/own:/)
})
