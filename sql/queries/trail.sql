-- name: name_requests
-- Whom the trail names from here to the end of the transaction, where several requests are served in it.
SELECT set_config('app.request_id', %(everybody)s, true) AS request_id,
       set_config('app.request_of', %(made_by)s, true) AS request_of;
