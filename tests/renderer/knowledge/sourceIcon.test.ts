import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SourceIcon } from '../../../src/renderer/knowledge/sources/SourceIcon.tsx'
import { fileFormats, formatNames } from '../../../src/shared/fileFormats.ts'

const marks = {
  text: 'lucide-file-text',
  table: 'lucide-file-spreadsheet',
  mail: 'lucide-mail',
  code: 'lucide-code',
  picture: 'lucide-file-image',
} as const

function drawIcon(mediaType: string): string {
  return renderToStaticMarkup(createElement(SourceIcon, { kind: 'file', mediaType }))
}

test.each(formatNames.filter((name) => fileFormats[name].mediaType !== null))(
  '%s has the icon of its row',
  (name) => {
    const { mediaType, icon } = fileFormats[name]
    expect(drawIcon(mediaType ?? '')).toContain(`${marks[icon]} `)
  },
)

test.each([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.template', 'text'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.template', 'table'],
  ['application/vnd.oasis.opendocument.text-template', 'text'],
  ['application/vnd.ms-outlook', 'mail'],
  ['application/atom+xml', 'code'],
  ['text/x-python', 'code'],
  ['text/calendar', 'text'],
  ['image/heic', 'picture'],
] as const)('%s, which no row has, has the icon of its family', (mediaType, icon) => {
  expect(drawIcon(mediaType)).toContain(`${marks[icon]} `)
})

test('an unknown type has the plain icon', () => {
  expect(drawIcon('application/octet-stream')).toContain('lucide-file ')
})
