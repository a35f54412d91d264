-- What is asked of a standby before it reads for a caller: that it has replayed the log up to a place, or all that was
-- committed before a moment by the primary's clock. A server that is no standby may be a former one, and is not asked.
CREATE FUNCTION require_replayed(reached pg_lsn, since timestamptz) RETURNS void
    LANGUAGE plpgsql STABLE
AS $$
BEGIN
    IF NOT pg_is_in_recovery() THEN
        RAISE EXCEPTION 'this server is no standby' USING ERRCODE = 'GS503';
    END IF;
    -- The primary writes no more of the log while nothing is committed, so that the time alone would not do.
    IF (pg_last_wal_replay_lsn() >= reached OR pg_last_xact_replay_timestamp() >= since) IS NOT TRUE THEN
        RAISE EXCEPTION 'the standby lags' USING ERRCODE = 'GS503';
    END IF;
END $$;
