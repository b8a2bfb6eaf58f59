import { expect, test } from 'vitest'
import {
  changeRow,
  emptyRow,
  fieldsOf,
  rowsOf,
} from '../../../../src/renderer/providers/options/fieldRows.ts'

test('rows and fields are the same, to and fro', () => {
  const fields = { 'x-team': 'a', 'api-version': '2026-01-01' }
  expect(fieldsOf(rowsOf(fields))).toEqual(fields)
})

test('a value that main keeps stays kept until another one is typed, or the name is changed', () => {
  const rows = rowsOf({ 'x-token': null })
  expect(rows).toEqual([{ name: 'x-token', value: '', keptAs: 'x-token' }])
  expect(fieldsOf(rows)).toEqual({ 'x-token': null })
  expect(fieldsOf(changeRow(rows, 0, 'value', 'new'))).toEqual({ 'x-token': 'new' })
  expect(fieldsOf(changeRow(rows, 0, 'name', 'x-other'))).toEqual({ 'x-other': '' })
})

test('a row without a name is not saved, and the last of two with one name is', () => {
  const rows = [
    { ...emptyRow, name: ' x ', value: ' 1 ' },
    { ...emptyRow, value: 'lost' },
    { ...emptyRow, name: 'x', value: '2' },
  ]
  expect(fieldsOf(rows)).toEqual({ x: '2' })
})

test('a name such as __proto__ is a name like any other', () => {
  expect(Object.keys(fieldsOf([{ ...emptyRow, name: '__proto__', value: '1' }]))).toEqual([
    '__proto__',
  ])
})

test('one part of one row changes', () => {
  const rows = rowsOf({ a: '1', b: '2' })
  expect(changeRow(rows, 1, 'value', '3')).toEqual(rowsOf({ a: '1', b: '3' }))
})
