/** Width of the list of chats, kept in local storage, in CSS pixels at the default text size. */
export const sidebarWidth = { key: 'sidebarWidth', initial: 264 } as const
