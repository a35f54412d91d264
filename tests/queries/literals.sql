-- Values as they were given, to see what becomes of them on the way.

-- name: echo
SELECT %(text)s::text AS text, %(texts)s::text[] AS texts, %(number)s::numeric AS number, %(day)s::date AS day,
       %(moment)s::timestamptz AS moment, %(document)s::jsonb AS document, 7 %% 4 AS rest
WHERE %(organization_id)s::text IS NULL;
