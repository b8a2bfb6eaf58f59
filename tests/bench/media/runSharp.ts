/** Makes the small pictures of these files by sharp, and prints what it took. */
import { loadSharp } from './sharpModule.ts'
import { watchMemory } from './watchMemory.ts'

const paths = process.argv.slice(2)
const sharp = loadSharp()

const makeOne = (path: string): Promise<Buffer> =>
  sharp(path).resize({ height: 400 }).webp({ quality: 80 }).toBuffer()

await makeOne(paths[0] ?? '')
const watched = await watchMemory(async () => {
  for (const path of paths) await makeOne(path)
})
process.stdout.write(JSON.stringify(watched))
process.exit()
