package dev.reprise.platform.jdbc;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;

/**
 * Where reads may go whose answers may be some moments old: lists of runs, and exports of records.
 * That is a standby of PostgreSQL if {@link #HOSTS} names one, and otherwise the database itself.
 * Tested by {@code FailoverIT}.
 */
@ApplicationScoped
public class ReadReplica {

  static final Setting<String> HOSTS =
      Setting.optional("reprise.database.read.hosts", SettingType.text())
          .means(
              "where lists of runs and exports of records are read: `host:port,host:port` of"
                  + " [standbys](deployment.md#read-replicas) of PostgreSQL, and of the primary for"
                  + " the time in which no standby answers");

  private static final String JNDI = "jdbc/reprise-read";

  /** Declares the setting. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-server", HOSTS);
    }
  }

  private final DataSource source;
  private final boolean isElsewhere;

  @Inject
  ReadReplica(Config config, DataSource primary) throws NamingException {
    this(HOSTS.find(config).isPresent() ? ofServer() : primary, primary);
  }

  private ReadReplica(DataSource source, DataSource primary) {
    this.source = source;
    this.isElsewhere = source != primary;
  }

  /** Reads everything from the database itself. */
  public static ReadReplica none(DataSource primary) {
    return new ReadReplica(primary, primary);
  }

  /** Returns where to read. */
  public DataSource source() {
    return source;
  }

  /** Returns whether reads go elsewhere, so that what was just written may be missing there. */
  public boolean isElsewhere() {
    return isElsewhere;
  }

  @SuppressWarnings("BanJNDI") // the name is a constant
  private static DataSource ofServer() throws NamingException {
    return InitialContext.doLookup(JNDI);
  }
}
