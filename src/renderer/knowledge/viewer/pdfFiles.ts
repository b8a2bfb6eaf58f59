/** The files that PDF documents refer to instead of carrying them: they come with the app. */
const addresses: Readonly<Record<string, string>> = import.meta.glob<string>(
  [
    '../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
)

const byName = new Map(
  Object.entries(addresses).map(([path, address]) => [path.split('/').at(-1), address]),
)

/** Reads those files for pdfjs, which names them by folder and name. */
export class PdfFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = byName.get(filename)
    if (address === undefined) throw new Error(`${filename} does not come with the app`)
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${filename} could not be read`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
