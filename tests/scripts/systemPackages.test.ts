import { expect, test } from 'vitest'
import { missingPackages, type SystemPackage } from '../../scripts/systemPackages.mjs'

/** Runs with a PATH that holds no program. */
async function withoutPrograms<T>(action: () => Promise<T>): Promise<T> {
  const { PATH } = process.env
  process.env['PATH'] = '/nowhere'
  try {
    return await action()
  } finally {
    process.env['PATH'] = PATH
  }
}

const programs: SystemPackage[] = [
  'xvfb',
  'xdotool',
  'espeak-ng',
  'x11-utils',
  'xclip',
  'xterm',
  'zenity',
]

test.skipIf(process.platform !== 'linux')('sees what is missing', async () => {
  expect(await withoutPrograms(() => missingPackages(programs))).toEqual(programs)
})

test('refuses a name that it can not look for', async () => {
  // @ts-expect-error such a name does not compile either
  await expect(missingPackages(['xvbf'])).rejects.toThrow('xvbf is no package known to scripts.')
})
