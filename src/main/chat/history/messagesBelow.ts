/** SQL: the message of the first parameter and all that follow it, in any version. */
export const messagesBelow = `
  WITH RECURSIVE below (id, sequence) AS (
    SELECT id, sequence FROM message WHERE id = ?
    UNION
    SELECT message.id, message.sequence FROM below JOIN message ON message.parent_id = below.id
  )`
