-- use: signed_record(item_groups, item_group_records)
-- use: chosen_list(item_group_records, name)

-- part: chosen
organization_id = %(organization_id)s AND :changed_since AND :found(item_groups)

-- name: list
SELECT *
FROM item_group_records
WHERE organization_id = %(organization_id)s AND :found(item_groups)
ORDER BY sort_order, name, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: count
SELECT count(*) AS total
FROM item_group_records
WHERE organization_id = %(organization_id)s AND :found(item_groups);

-- name: in_order
SELECT *
FROM item_group_records
WHERE :chosen
  AND (%(after_id)s::text IS NULL OR (sort_order, name, id) > (%(after_sort_order)s, %(after_name)s, %(after_id)s))
ORDER BY sort_order, name, id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: dangling
SELECT 'parentGroupId' AS field
WHERE NOT EXISTS (
    SELECT FROM item_groups
    WHERE organization_id = %(organization_id)s AND id = %(parent_group_id)s AND deleted_at IS NULL);

-- name: line_above
-- The group and all above it. UNION, not UNION ALL: it ends even where a circle had come about.
WITH RECURSIVE line AS (
    SELECT id, parent_group_id
    FROM item_groups
    WHERE organization_id = %(organization_id)s AND id = %(id)s
    UNION
    SELECT above.id, above.parent_group_id
    FROM item_groups above
    JOIN line ON line.parent_group_id = above.id
    WHERE above.organization_id = %(organization_id)s
)
SELECT id
FROM line;

-- name: insert
INSERT INTO item_groups (organization_id, id, name, parent_group_id, sort_order, description, created_by)
VALUES (
    %(organization_id)s, %(id)s, %(name)s, %(parent_group_id)s, %(sort_order)s, %(description)s, %(user_id)s);

-- name: update
UPDATE item_groups
SET (name, parent_group_id, sort_order, description, updated_by, updated_at)
  = (%(name)s, %(parent_group_id)s, %(sort_order)s, %(description)s, %(user_id)s, now())
WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: move_children_up
-- Below the group that the deleted one was below, or to the top.
UPDATE item_groups AS child
SET parent_group_id = gone.parent_group_id, updated_at = now(), updated_by = %(user_id)s
FROM item_groups gone
WHERE child.organization_id = %(organization_id)s
  AND child.parent_group_id = %(id)s
  AND child.deleted_at IS NULL
  AND gone.organization_id = %(organization_id)s
  AND gone.id = child.parent_group_id;
