-- What callers add without end counts for the quota of their organization.
CALL keep_count_of('webhook_endpoints', true);
CALL keep_count_of('mails', false);
CALL keep_count_of('share_links', false);
