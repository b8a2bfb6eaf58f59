/** Writes small Word documents and slides of raw elements, for what `officeFiles.ts` has no kind of. */
import { zipFile, type ZipEntry } from '../zipFile.ts'

const spaces =
  'xmlns:w="w" xmlns:r="r" xmlns:m="m" xmlns:mc="mc" xmlns:a="a" xmlns:p="p" xmlns:c="c" xmlns:dgm="dgm" xmlns:wps="wps" xmlns:v="v" xmlns:a14="a14"'

/** Wraps the inside of a part in its root. */
export function officePart(root: string, inside: string, attributes = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${spaces} ${attributes}>${inside}</${root}>`
}

export function relationsPart(targets: Readonly<Record<string, string>>): string {
  const each = Object.entries(targets).map(
    ([id, to]) => `<Relationship Id="${id}" Target="${to}"/>`,
  )
  return `<Relationships>${each.join('')}</Relationships>`
}

export function wordFile(
  body: string,
  parts: Readonly<Record<string, string>> = {},
  targets: Readonly<Record<string, string>> = {},
): Buffer {
  const entries: ZipEntry[] = Object.entries(parts).map(([name, content]) => ({ name, content }))
  return zipFile([
    { name: 'word/document.xml', content: officePart('w:document', `<w:body>${body}</w:body>`) },
    { name: 'word/_rels/document.xml.rels', content: relationsPart(targets) },
    ...entries,
  ])
}

export function slideFile(
  slides: readonly { inside: string; attributes?: string; targets?: Record<string, string> }[],
  parts: Readonly<Record<string, string>> = {},
): Buffer {
  const ids = slides.map((_, index) => `s${String(index + 1)}`)
  const list = ids.map((id) => `<p:sldId id="256" r:id="${id}"/>`).join('')
  const targets = Object.fromEntries(ids.map((id) => [id, `slides/${id}.xml`]))
  return zipFile([
    {
      name: 'ppt/presentation.xml',
      content: officePart('p:presentation', `<p:sldIdLst>${list}</p:sldIdLst>`),
    },
    { name: 'ppt/_rels/presentation.xml.rels', content: relationsPart(targets) },
    ...slides.flatMap(({ inside, attributes = '', targets: own = {} }, index): ZipEntry[] => [
      {
        name: `ppt/slides/${ids[index] ?? ''}.xml`,
        content: officePart('p:sld', inside, attributes),
      },
      { name: `ppt/slides/_rels/${ids[index] ?? ''}.xml.rels`, content: relationsPart(own) },
    ]),
    ...Object.entries(parts).map(([name, content]) => ({ name, content })),
  ])
}

/** A chart with its title, two categories and two series. */
export const chartPart = officePart(
  'c:chartSpace',
  '<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Fees </a:t></a:r><a:r><a:t>paid</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>' +
    ['Boats', 'Gulls']
      .map(
        (name, at) =>
          `<c:ser><c:idx val="${String(at)}"/><c:tx><c:strRef><c:f>S!B1</c:f><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx>` +
          '<c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>2025</c:v></c:pt><c:pt idx="1"><c:v>2026</c:v></c:pt></c:strCache></c:strRef></c:cat>' +
          `<c:val><c:numRef><c:f>S!B2</c:f><c:numCache><c:formatCode>General</c:formatCode><c:pt idx="0"><c:v>0.30000000000000004</c:v></c:pt><c:pt idx="1"><c:v>${String(at + 7)}</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`,
      )
      .join('') +
    '</c:barChart><c:valAx><c:title><c:tx><c:rich><a:p><a:r><a:t>Euro</a:t></a:r></a:p></c:rich></c:tx></c:title></c:valAx></c:plotArea></c:chart>',
)

/** A drawing of text (SmartArt). */
export const diagramPart = officePart(
  'dgm:dataModel',
  '<dgm:ptLst><dgm:pt><dgm:t><a:bodyPr/><a:p><a:r><a:t>Moor</a:t></a:r></a:p></dgm:t></dgm:pt>' +
    '<dgm:pt><dgm:t><a:p><a:r><a:t>Pay</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p/></dgm:t></dgm:pt></dgm:ptLst>',
)
