package dev.reprise.tool.sql;

import java.util.List;

/**
 * A text that must not get through.
 *
 * @param because what the refusal says
 * @param writes whether it would change something, so that the connection must refuse it too
 */
record HostileSql(String sql, String because, boolean writes) {

  private static HostileSql write(String sql, String because) {
    return new HostileSql(sql, because, true);
  }

  private static HostileSql other(String sql, String because) {
    return new HostileSql(sql, because, false);
  }

  /** Returns those that are hostile in every dialect. */
  static List<HostileSql> everywhere() {
    return List.of(
        // statements that are no queries
        write("INSERT INTO customer (id) VALUES (9)", "SELECT or WITH"),
        write("insert into customer select * from customer", "SELECT or WITH"),
        write("UPDATE customer SET name = 'x'", "SELECT or WITH"),
        write("DELETE FROM customer", "SELECT or WITH"),
        write("TRUNCATE TABLE customer", "SELECT or WITH"),
        write("DROP TABLE purchase", "SELECT or WITH"),
        write("CREATE TABLE more (id INTEGER)", "SELECT or WITH"),
        write("ALTER TABLE customer ADD COLUMN more INTEGER", "SELECT or WITH"),
        write("CREATE VIEW v AS SELECT 1 AS one FROM customer", "SELECT or WITH"),
        write("CREATE INDEX i ON customer (name)", "SELECT or WITH"),
        write("CREATE SEQUENCE another", "SELECT or WITH"),
        other("VALUES (1)", "SELECT or WITH"),
        other("COMMIT", "SELECT or WITH"),
        other("ROLLBACK", "SELECT or WITH"),
        other("", "no query"),
        other(";", "no query"),
        other("((((", "no query"),
        write(
            """
            MERGE INTO customer c USING purchase p ON c.id = p.customer_id
            WHEN MATCHED THEN DELETE""",
            "SELECT or WITH"),
        // several statements
        other("SELECT 1 FROM customer; DELETE FROM customer", "';' inside"),
        other("SELECT 1 FROM customer;;", "';' inside"),
        other("SELECT 1 FROM customer;\nSELECT 2 FROM customer;", "';' inside"),
        other("SELECT 'a;b' FROM customer; DROP TABLE purchase --", "';' inside"),
        // comments, and what quotes hide
        other("SELECT 1 FROM customer -- ; DELETE FROM customer", "comments"),
        other("SELECT /* x */ 1 FROM customer", "comments"),
        other("SELECT 1 /* a /* b */ DELETE FROM customer */ FROM customer", "comments"),
        other("SEL/**/ECT 1 FROM customer", "comments"),
        other("SELECT 1 FROM customer --DERBY-PROPERTIES index=x\n WHERE id = 1", "comments"),
        other("/*!50000 DELETE FROM customer */", "comments"),
        other("DELETE/**/FROM customer", "comments"),
        other("SELECT 'open FROM customer", "not closed"),
        other("SELECT \"open FROM customer", "not closed"),
        other("SELECT E'\\'' , lower('a'), '' FROM customer", "prefix"),
        other("SELECT U&'\\0041' FROM customer", "prefix"),
        other("SELECT N'a' FROM customer", "prefix"),
        other("SELECT `id` FROM customer", "not allowed"),
        other("SELECT {fn current_date()} FROM customer", "JDBC"),
        other("{call sneak()}", "JDBC"),
        other("SELECT \\gexec FROM customer", "not allowed"),
        other("SELECT\u00a01 FROM customer", "U+00A0"),
        other("SELECT 1\u2028FROM customer", "U+2028"),
        other("SELECT 1\u0000 FROM customer", "U+0000"),
        other("SELECT \ufeff1 FROM customer", "U+FEFF"),
        other("SELECT lower\uff08'a') FROM customer", "U+FF08"),
        // writing and locking inside a query
        other("SELECT id FROM customer FOR UPDATE", "update is not allowed"),
        other("SELECT id FROM customer FOR /**/ UPDATE", "comments"),
        other("SELECT * INTO copied FROM customer", "into is not allowed"),
        other("WITH x AS (SELECT 1) DELETE FROM customer", "delete is not allowed"),
        other("WITH x AS (SELECT 1) INSERT INTO customer SELECT 1", "insert is not allowed"),
        other("WITH x AS (DELETE FROM customer RETURNING id) SELECT id FROM x", "delete is not"),
        other("SELECT (SELECT 1 FROM (DELETE FROM customer) x) FROM customer", "delete is not"),
        // Derby lets these through on a read-only connection: there the guard is the only border.
        other("SELECT NEXT VALUE FOR ticket FROM customer", "NEXT VALUE FOR"),
        other("SELECT neXT\tvaLUE FOR ticket FROM customer", "NEXT VALUE FOR"),
        // functions
        other("SELECT sneak() FROM customer", "sneak(…) is not allowed"),
        other("SELECT \"sneak\"() FROM customer", "sneak(…) is not allowed"),
        other("SELECT sneak ( ) FROM customer", "sneak(…) is not allowed"),
        other("SELECT public.sneak() FROM customer", "public.sneak(…) is not allowed"),
        other("SELECT a . \"b\" . lower('x') FROM customer", "a.b.lower(…) is not allowed"),
        other("SELECT 1 FROM customer WHERE sneak() = 1", "sneak(…) is not allowed"),
        other("SELECT 1 FROM customer ORDER BY sneak()", "sneak(…) is not allowed"),
        other("SELECT 1 FROM customer OFFSET sneak() ROWS", "sneak(…) is not allowed"),
        other("SELECT 1 FROM customer FETCH FIRST (sneak()) ROWS ONLY", "(…) is not allowed"),
        other("SELECT CASE WHEN 1 = 1 THEN sneak() END FROM customer", "sneak(…)"),
        other("SELECT lower(upper(sneak())) FROM customer", "sneak(…) is not allowed"),
        other("SELECT sum(1) OVER (ORDER BY sneak()) FROM customer", "sneak(…) is not allowed"),
        other("SELECT 1 FROM customer GROUP BY id HAVING sneak() > 0", "sneak(…)"),
        other("SELECT 1 FROM customer c JOIN purchase p ON sneak() = 1", "sneak(…)"),
        other("WITH sneak(a) AS (SELECT 1 FROM customer) SELECT sneak(5) FROM sneak", "sneak(…)"),
        other("SELECT 1 FROM sneak() AS sneak(a)", "sneak(…) is not allowed"),
        other("SELECT 1 FROM TABLE (sneak()) AS t(a)", "table(…) is not allowed"),
        other("SELECT 1sneak() FROM customer", "sneak(…) is not allowed"),
        other("SELECT c.as sneak(a) FROM customer c", "sneak(…) is not allowed"),
        other("SELECT * FROM sneak(a) AS (values int)", "sneak(…) is not allowed"),
        other("SELECT * FROM sneak(a, b) AS (VALUES int, b int)", "sneak(…) is not allowed"),
        other("SELECT * FROM sneak(a) AS NOT MATERIALIZED (SELECT 1)", "sneak(…) is not allowed"),
        other("SELECT 1, sneak(a) AS (SELECT 1) FROM customer", "sneak(…) is not allowed"),
        other(
            "WITH x AS (SELECT 1), y AS (SELECT * FROM sneak(a) AS (values int)) SELECT 1 FROM x",
            "sneak(…) is not allowed"),
        other(
            "WITH x AS (SELECT 1) SELECT 1 FROM x, sneak(a) AS (SELECT 1)",
            "sneak(…) is not allowed"),
        other("SELECT 1 FROM customer c WHERE c.with, sneak(a) AS (SELECT 1)", "sneak(…)"),
        // without end
        other(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
            "RECURSIVE is not allowed"),
        other(
            "SELECT 1 FROM (wiTH\treCURSIVE n(i) AS (SELECT 1) SELECT i FROM n) x",
            "RECURSIVE is not allowed"),
        // what the parser has to refuse
        other("SELECT", "read as one query"),
        other("SELECT id FROM customer WHERE", "read as one query"),
        other("SELECT 1 FROM customer SELECT 2 FROM customer", "read as one query"),
        other("WITH x AS (SELECT 1) DROP TABLE purchase", "read as one query"),
        other("SELECT " + "(".repeat(200) + "1" + ")".repeat(200) + " FROM customer", "one query"),
        other("SELECT '" + "x".repeat(20_000) + "' FROM customer", "20000 characters"));
  }

  static List<HostileSql> derby() {
    return List.of(
        write(
            "CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY('derby.language.logQueryPlan', 'true')",
            "SELECT or WITH"),
        write("RENAME TABLE customer TO client", "SELECT or WITH"),
        other("LOCK TABLE customer IN EXCLUSIVE MODE", "SELECT or WITH"),
        write("DECLARE GLOBAL TEMPORARY TABLE t (a INTEGER) NOT LOGGED", "SELECT or WITH"),
        other("SET SCHEMA SYS", "SELECT or WITH"),
        other(
            "SELECT SYSCS_UTIL.SYSCS_GET_DATABASE_PROPERTY('x') FROM customer",
            "'SYSCS_UTIL' is the database's own"),
        other("SELECT * FROM TABLE (SYSCS_DIAG.SPACE_TABLE('CUSTOMER')) AS t", "not allowed"),
        other("SELECT * FROM SYSCS_DIAG.STATEMENT_CACHE", "the database's own"),
        other("SELECT * FROM SYS.SYSUSERS", "the database's own"),
        other("SELECT * FROM \"SYS\".SYSUSERS", "the database's own"),
        other("SELECT * FROM \u017fys.sysusers", "the database's own"), // a long s
        other("SELECT * FROM sys . sysusers", "the database's own"),
        other("SELECT XMLPARSE(DOCUMENT 'x' PRESERVE WHITESPACE) FROM customer", "xmlparse(…)"),
        other("SELECT 1 FROM customer WITH RR FOR UPDATE OF id", "update is not allowed"));
  }

  static List<HostileSql> postgres() {
    return List.of(
        write("COPY customer FROM PROGRAM 'id'", "SELECT or WITH"),
        other("COPY customer TO PROGRAM 'id'", "SELECT or WITH"),
        other("DO $$ BEGIN DELETE FROM customer; END $$", "'$' outside"),
        write("DO 'BEGIN DELETE FROM customer; END'", "SELECT or WITH"),
        other("SET default_transaction_read_only = off", "SELECT or WITH"),
        other("LOCK TABLE customer", "SELECT or WITH"),
        write("GRANT SELECT ON customer TO PUBLIC", "SELECT or WITH"),
        other("REINDEX TABLE customer", "SELECT or WITH"),
        write("VACUUM customer", "SELECT or WITH"),
        write("COMMENT ON TABLE customer IS 'x'", "SELECT or WITH"),
        write("EXPLAIN ANALYZE DELETE FROM customer", "SELECT or WITH"),
        write("ALTER SYSTEM SET work_mem = '1MB'", "SELECT or WITH"),
        write("CREATE ROLE intruder", "SELECT or WITH"),
        write("PREPARE p AS DELETE FROM customer; EXECUTE p", "';' inside"),
        write("COMMIT; DELETE FROM customer", "';' inside"),
        write("COMMIT; BEGIN; DROP TABLE purchase; COMMIT", "';' inside"),
        write("SELECT * INTO copied FROM customer ", "into is not allowed"),
        write("SELECT id FROM customer FOR UPDATE ", "update is not allowed"),
        write("SELECT id FROM customer FOR SHARE", "not locked"),
        write("SELECT id FROM customer FOR NO KEY UPDATE SKIP LOCKED", "not locked"),
        write("SELECT id FROM customer FOR KEY SHARE", "not locked"),
        write(
            "WITH x AS (DELETE FROM customer RETURNING id) SELECT * FROM x ",
            "delete is not allowed"),
        write(
            "WITH x AS MATERIALIZED (UPDATE customer SET name = 'x' RETURNING id) SELECT * FROM x",
            "update is not allowed"),
        write(
            "WITH x AS (INSERT INTO customer (id) VALUES (9) RETURNING id) SELECT * FROM x",
            "insert is not allowed"),
        write("SELECT sneak()", "sneak(…) is not allowed"),
        write("SELECT U&\"sne\\0061k\"()", "prefix"),
        other("SELECT $$a$$", "'$' outside"),
        other("SELECT $x$ pg_sleep(1) $x$", "'$' outside"),
        other("SELECT pg_sleep(10)", "pg_sleep(…) is not allowed"),
        other("SELECT PG_SLEEP(10)", "pg_sleep(…) is not allowed"),
        other("SELECT pg_catalog.pg_sleep(10)", "pg_catalog"),
        other("SELECT \"pg_catalog\" . \"pg_sleep\" (10)", "pg_catalog"),
        other("SELECT pg_read_file('/etc/passwd')", "pg_read_file(…)"),
        other("SELECT * FROM pg_ls_dir('/')", "pg_ls_dir(…)"),
        write("SELECT lo_import('/etc/passwd')", "lo_import(…)"),
        write("SELECT lo_create(0)", "lo_create(…)"),
        write("SELECT lo_from_bytea(0, 'x')", "lo_from_bytea(…)"),
        write("SELECT nextval('ticket')", "nextval(…)"),
        write("SELECT setval('ticket', 99)", "setval(…)"),
        other("SELECT set_config('transaction_read_only', 'off', true)", "set_config(…)"),
        other("SELECT current_setting('data_directory')", "current_setting(…)"),
        other("SELECT pg_terminate_backend(1)", "pg_terminate_backend(…)"),
        other("SELECT pg_advisory_lock(1)", "pg_advisory_lock(…)"),
        other("SELECT pg_notify('a', 'b')", "pg_notify(…)"),
        other("SELECT dblink('host=x', 'DELETE FROM customer')", "dblink(…)"),
        write(
            "SELECT query_to_xml('DELETE FROM customer RETURNING 1', true, true, '')",
            "query_to_xml(…)"),
        other("SELECT * FROM xmltable('/' PASSING '' COLUMNS a int)", "xmltable(…)"),
        other("SELECT repeat('x', 1000000000)", "repeat(…)"),
        other("SELECT * FROM generate_series(1, 1000000000)", "generate_series(…)"),
        other("SELECT * FROM ROWS FROM (pg_sleep(1)) AS t(a)", "pg_sleep(…)"),
        other("SELECT 1 WHERE 1 OPERATOR(pg_catalog.=) 1", "operator(…)"),
        other("SELECT * FROM pg_shadow", "the database's own"),
        other("SELECT * FROM \"pg_authid\"", "the database's own"),
        other("SELECT * FROM pg_catalog.pg_stat_activity", "the database's own"),
        // functions that return records, with a column that is called as a keyword
        other(
            """
            SELECT * FROM (SELECT 'SELECT 1::text, sneak()::text' AS s) AS q,
              LATERAL crosstab(s) AS (values text, b text)""",
            "crosstab(…) is not allowed"),
        other(
            """
            SELECT * FROM (SELECT 'dbname=shop' AS c, 'DELETE FROM customer RETURNING 1' AS q) AS v,
              LATERAL dblink(c, q) AS (values int)""",
            "dblink(…) is not allowed"),
        other(
            """
            SELECT * FROM (SELECT 'dbname=shop' AS c, 'DELETE FROM customer RETURNING 1' AS q) AS v,
              LATERAL "dblink"(c, q) AS t (values int)""",
            "dblink(…) is not allowed"),
        other(
            """
            SELECT * FROM (SELECT 'x' AS s) AS q, LATERAL spill(s) AS (values int)""",
            "spill(…) is not allowed"),
        other(
            """
            SELECT * FROM unnest(ARRAY['x']) WITH ORDINALITY AS u(s, n),
              LATERAL spill(s) AS (values int)""",
            "spill(…) is not allowed"),
        // calls without a parenthesis
        other("SELECT c.purge FROM customer AS c", "public.purge"),
        other("SELECT customer.purge FROM customer", "public.purge"),
        other("SELECT public . customer . PURGE FROM customer", "public.purge"),
        other("SELECT (c).\"purge\" FROM customer c", "public.purge"),
        other("SELECT (SELECT c FROM customer c LIMIT 1).purge", "read as one query"),
        other("SELECT 1 FROM customer c WHERE c.id = 1 ORDER BY c.purge", "public.purge"),
        other("SELECT (ARRAY[c])[1].purge FROM customer c", "read as one query"),
        other("SELECT (7).purge", "public.purge"),
        other("SELECT u.purge FROM unnest(ARRAY[7]) AS u", "public.purge"),
        write("SELECT u.nextval FROM unnest(ARRAY['ticket'::regclass]) AS u", "pg_catalog.nextval"),
        other(
            "SELECT u.current_setting FROM unnest(ARRAY['data_directory']) AS u",
            "pg_catalog.current_setting"),
        other(
            "SELECT u.ts_stat FROM unnest(ARRAY['SELECT to_tsvector(''x'') FROM sneak()']) AS u",
            "pg_catalog.ts_stat"),
        other("SELECT u.lo_import FROM unnest(ARRAY['/etc/passwd']) AS u", "pg_catalog.lo_import"),
        other(
            "SELECT u.dblink_connect FROM unnest(ARRAY['dbname=shop']) AS u",
            "public.dblink_connect"),
        other("SELECT c." + "purge".repeat(13) + " FROM customer c", "at most 63 bytes"),
        // of names that are known for something else
        write("SELECT log('x')", "public.log"),
        write("SELECT escape('x')", "public.escape"),
        write("SELECT 1 @@ 1", "public.same"),
        other("TABLE pg_hba_file_rules", "SELECT or WITH"),
        other("SELECT * FROM information_schema.user_mapping_options", "the database's own"),
        other("SELECT * FROM information_schema._pg_user_mappings", "the database's own"),
        other("SELECT 1 UNION TABLE pg_shadow", "the database's own"));
  }
}
