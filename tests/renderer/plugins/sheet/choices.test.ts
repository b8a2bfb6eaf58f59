import { expect, test } from 'vitest'
import type { SheetChoices } from '../../../../src/shared/plugins/pluginSheet.ts'
import {
  chosenFolders,
  withFolder,
  withHostOn,
  withToolOn,
} from '../../../../src/renderer/plugins/sheet/choices.ts'

const choices: SheetChoices = {
  toolsOff: ['a'],
  hostsOff: [],
  instructions: true,
  page: true,
  viewHosts: [],
  pageReadsSettings: true,
  localNetwork: false,
  folders: null,
  network: null,
  roots: false,
  sampling: false,
}

test('tools and hosts are turned off once and on again', () => {
  expect(withToolOn(choices, 'a', false).toolsOff).toEqual(['a'])
  expect(withToolOn(choices, 'b', false).toolsOff).toEqual(['a', 'b'])
  expect(withToolOn(choices, 'a', true).toolsOff).toEqual([])
  expect(withHostOn(choices, 'x.example', false).hostsOff).toEqual(['x.example'])
})

const asked = [
  { path: '/notes', access: 'write' as const },
  { path: '/music', access: 'read' as const },
]

test('without a choice the program gets the folders that it asks for', () => {
  expect(chosenFolders(asked, null)).toEqual([
    { path: '/notes', asked: 'write', access: 'write' },
    { path: '/music', asked: 'read', access: 'read' },
  ])
})

test('a folder can be narrowed, refused, added and given back; the others stay', () => {
  const narrowed = withFolder(choices, asked, '/notes', 'read')
  expect(narrowed.folders).toEqual([
    { path: '/notes', access: 'read' },
    { path: '/music', access: 'read' },
  ])
  const refused = withFolder(narrowed, asked, '/notes', 'none')
  expect(chosenFolders(asked, refused.folders)[0]).toEqual({
    path: '/notes',
    asked: 'write',
    access: 'none',
  })
  const added = withFolder(refused, asked, '/films', 'read')
  expect(chosenFolders(asked, added.folders)).toContainEqual({
    path: '/films',
    asked: 'none',
    access: 'read',
  })
  expect(withFolder(added, asked, '/notes', 'write').folders).toContainEqual({
    path: '/notes',
    access: 'write',
  })
})
