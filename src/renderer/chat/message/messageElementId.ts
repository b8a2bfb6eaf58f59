/** The id of the element that shows a message. */
export function messageElementId(messageId: string): string {
  return `message-${messageId}`
}
