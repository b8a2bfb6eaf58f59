/** SQL: the message of the first parameter and all that follow it, in any version. */
export const messagesBelow = `
  WITH RECURSIVE below (id) AS (
    SELECT id FROM message WHERE id = ?
    UNION
    SELECT message.id FROM below JOIN message ON message.parent_id = below.id
  )`
