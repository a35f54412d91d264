-- What deliverers claim of one organization: on a cluster, where rows of several nodes are not locked together.

-- use: claim

-- part: whose(row)
:row.organization_id = %(organization_id)s
