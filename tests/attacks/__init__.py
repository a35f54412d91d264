"""Attacks on the service, and where each is tried.

=====================================================  =====================================================
Attack                                                 Tests
=====================================================  =====================================================
Token missing, unknown, without the scope or role      api/test_permissions (every operation)
Token expired, revoked, of a refresh, its hash, other  attacks/test_tokens (every operation), api/test_identity
scheme, query string, body, cookie, spelled nearly
Two Authorization headers                              attacks/test_ambiguous_requests, reliability/test_raw_http
Another organization's token, ids and references       api/test_isolation
Wider scope at login and refresh                       attacks/test_logins, api/test_oauth, api/test_oauth_refresh
Refresh twice, in parallel, by another client          attacks/test_logins_of_workers, api/test_oauth_refresh,
                                                       reliability/test_refresh_races
Guessing passwords                                     attacks/test_logins_of_workers, api/test_oauth_throttling,
                                                       reliability/test_refresh_races
Who has an account, by answer and by time              attacks/test_logins, api/test_oauth_refusals
Fields that are the server's own                       attacks/test_mass_assignment (every operation that writes)
Dangerous values in bodies, parameters, headers        api/test_dangerous_inputs, api/test_dangerous_queries,
                                                       reliability/test_random_harm
Bodies too large, compressed, in no right encoding     attacks/test_floods, reliability/test_slow_and_large,
                                                       api/test_http_bodies, api/test_oauth_bodies
Slow clients                                           attacks/test_floods, reliability/test_slow_and_large
Floods of headers, bytes that are hardly HTTP          attacks/test_floods, reliability/test_raw_http
Length, chunks and line ends in doubt                  attacks/test_ambiguous_requests, reliability/test_raw_http
Odd paths and methods                                  attacks/test_paths_and_methods, api/test_http
Papers: markup, files, colours, templates              unit/test_printing_hostile, api/test_invoice_pdf
Lines of the log and of headers                        api/test_http_log, reliability/test_raw_http,
                                                       attacks/test_log_of_refusals
=====================================================  =====================================================
"""
