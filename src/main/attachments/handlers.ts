import type { attachments as attachmentsFeature } from '../../shared/chat/attachments.ts'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { Attachments } from './attachments.ts'

export function createAttachmentsHandlers(
  attachments: Attachments,
  drag: FeatureHandlers<typeof attachmentsFeature>['drag'],
): FeatureHandlers<typeof attachmentsFeature> {
  return {
    drag,
    begin: ({ name, purpose }) => attachments.begin(name, purpose),
    async append({ uploadId, bytes }) {
      await attachments.append(uploadId, bytes)
      return {}
    },
    finish: ({ uploadId }) => attachments.finish(uploadId),
    async cancel({ uploadId }) {
      await attachments.cancel(uploadId)
      return {}
    },
  }
}
