import { expect, test } from 'vitest'
import { attachmentLimits } from '../../../src/renderer/attachments/attachmentLimits.ts'
import {
  attachmentBytesMaximum,
  attachmentsMaximum,
  uploadBytesMaximum,
} from '../../../src/shared/attachments.ts'

test('the page keeps to the limits of the contract', () => {
  expect(attachmentLimits).toEqual({
    fileBytes: attachmentBytesMaximum,
    files: attachmentsMaximum,
    pieceBytes: uploadBytesMaximum,
  })
})
