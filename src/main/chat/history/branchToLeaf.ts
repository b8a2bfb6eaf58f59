/** SQL: the messages of the branch that ends with the message of the first parameter. */
export const branchToLeaf = `
  WITH RECURSIVE branch (id, parent_id) AS (
    SELECT id, parent_id FROM message WHERE id = ?
    UNION
    SELECT message.id, message.parent_id
    FROM branch JOIN message ON message.id = branch.parent_id
  )`
