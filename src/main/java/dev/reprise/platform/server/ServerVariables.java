package dev.reprise.platform.server;

import dev.reprise.platform.jdbc.DatabaseParameters;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;

/**
 * What the server's own configuration reads: variables of {@code server.xml} and the files that it
 * includes. They are declared here so that they are known and described like all settings. Tested
 * by {@code ConfigurationReferenceTest}.
 */
public final class ServerVariables extends SettingGroup {

  /** The group that administers batch jobs, as the registry knows it. */
  public static final Setting<String> BATCH_ADMINS =
      Setting.of("reprise.batch.admins", SettingType.text(), "group:reprise/batch-admins")
          .means(
              "the group that administers batch jobs, as the registry knows it:"
                  + " `group:<realm>/<unique name>`, for example"
                  + " `group:ldap.example.org:636/cn=batch,ou=groups,o=example`");

  public ServerVariables() {
    super(
        "the-server",
        text("reprise.host", "localhost", "where it listens with HTTPS; `*` is everywhere"),
        text(
            "reprise.http.host",
            "localhost",
            "where it listens with plain HTTP, whatever `reprise.host` is"),
        port("reprise.http.port", "9080", "the port of plain HTTP; `-1` closes it"),
        port("reprise.https.port", "9443", "the port of HTTPS; `-1` closes it"),
        text("reprise.data.dir", "${server.output.dir}/data", "where Derby keeps its database"),
        text("reprise.drivers", "${server.config.dir}/drivers", "the directory of JDBC drivers"),
        Setting.of("reprise.database", SettingType.choice("derby", "postgresql"), "derby")
            .means("which `database-….xml` is included"),
        text("reprise.database.host", "localhost", "where PostgreSQL is"),
        port("reprise.database.port", "5432", "the port of PostgreSQL"),
        text(
            "reprise.database.hosts",
            "${reprise.database.host}:${reprise.database.port}",
            "where PostgreSQL is, if there are several: `host:port,host:port`, of which the server"
                + " works with the primary"),
        Setting.optional(
                "reprise.database.parameters",
                SettingType.text()
                    .where(DatabaseParameters::areAllowed, DatabaseParameters.ALLOWED))
            .secret() // the password of a client's key, for example
            .means(
                "further [parameters of the driver](deployment.md#the-database), such as"
                    + " `sslmode=verify-full&sslrootcert=/run/tls/ca.crt`"),
        text("reprise.database.name", "reprise", "the database in PostgreSQL"),
        text("reprise.database.user", "reprise", "the user of PostgreSQL"),
        Setting.optional("reprise.database.password", SettingType.text())
            .secret()
            .means("the password of that user"),
        Setting.optional("reprise.database.password.file", SettingType.text())
            .means(
                "the file with that password, for a password that changes [without a"
                    + " restart](deployment.md#the-database); only as an environment variable"),
        Setting.of("reprise.batch.store", SettingType.choice("database", "memory"), "database")
            .means("where batch jobs are kept"),
        BATCH_ADMINS,
        text(
            "reprise.users",
            "users.xml",
            "a server configuration file with the user registry, for example `<basicRegistry>` or"
                + " `<ldapRegistry>`"),
        Setting.of("reprise.telemetry", SettingType.choice("off", "page", "otlp"), "off")
            .means(
                "which `telemetry-….xml` is included: nothing, [metrics](telemetry.md) as a page,"
                    + " or traces and metrics by OTLP"),
        Setting.of("reprise.reload", SettingType.choice("disabled", "polled", "mbean"), "disabled")
            .means("whether the server notices a changed WAR"));
  }

  private static Setting<String> text(String name, String byDefault, String meaning) {
    return Setting.of(name, SettingType.text(), byDefault).means(meaning);
  }

  private static Setting<Integer> port(String name, String byDefault, String meaning) {
    return Setting.of(name, SettingType.integer(-1, 65_535), byDefault).means(meaning);
  }
}
