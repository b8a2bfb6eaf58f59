/** What the window remembers of the list of chats: its width in CSS pixels at the default text size. */
export const sidebarWidth = { key: 'sidebarWidth', initial: 264 } as const
