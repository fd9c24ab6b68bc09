package dev.reprise.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a test's own server has in addition to other servers.
 *
 * @param environment variables of the process, such as {@code REPRISE_DATABASE}
 * @param jvmOptions appended to those of the server's configuration
 * @param users the groups of each user; the server always has the user {@code runner} as well
 * @param beans classes of a test that are added to the server's copy of the WAR
 * @param library classes that are added to a jar in the server's copy of the WAR
 */
public record ServerOptions(
    Map<String, String> environment,
    List<String> jvmOptions,
    Map<String, List<String>> users,
    List<Class<?>> beans,
    List<Class<?>> library) {

  /**
   * An admin, who also administers jobs, an operator, an approver, a submitter, an auditor and a
   * viewer, each in a group of their own. The server starts quickly, and people have a day to
   * approve a call, however busy the machine is.
   */
  public static final ServerOptions DEFAULT =
      new ServerOptions(
          Map.of("REPRISE_APPROVALS_TIMEOUT", "P1D"),
          Stream.concat(
                  Stream.of(
                      "-XX:TieredStopAtLevel=1",
                      "-XX:+UseSerialGC",
                      // a full collection each time a third of the 48 MB is used, otherwise
                      "-XX:ReservedCodeCacheSize=200m"),
                  Build.coverageAgent().stream())
              .toList(),
          Map.of(
              "admin", List.of("admins", "batch-admins"),
              "operator", List.of("operators"),
              "approver", List.of("approvers"),
              "submitter", List.of("submitters"),
              "auditor", List.of("auditors"),
              "viewer", List.of("viewers")),
          List.of(),
          List.of());

  public ServerOptions {
    environment = Map.copyOf(environment);
    jvmOptions = List.copyOf(jvmOptions);
    users = Map.copyOf(users);
    beans = List.copyOf(beans);
    library = List.copyOf(library);
  }

  /** Returns these options with one more environment variable. */
  public ServerOptions with(String variable, String value) {
    var more = new HashMap<>(environment);
    more.put(variable, value);
    return new ServerOptions(more, jvmOptions, users, beans, library);
  }

  /** Returns these options without an environment variable. */
  public ServerOptions without(String variable) {
    var fewer = new HashMap<>(environment);
    fewer.remove(variable);
    return new ServerOptions(fewer, jvmOptions, users, beans, library);
  }

  /** Returns these options with one more user. */
  public ServerOptions withUser(String name, String... groups) {
    var more = new TreeMap<>(users);
    more.put(name, List.of(groups));
    return new ServerOptions(environment, jvmOptions, more, beans, library);
  }

  /** Returns these options with one more JVM option. */
  public ServerOptions withJvmOption(String option) {
    var more = Stream.concat(jvmOptions.stream(), Stream.of(option)).toList();
    return new ServerOptions(environment, more, users, beans, library);
  }

  /** Returns these options with further classes of the caller in the WAR. */
  public ServerOptions withBeans(Class<?>... classes) {
    var more = Stream.concat(beans.stream(), Stream.of(classes)).<Class<?>>map(it -> it).toList();
    return new ServerOptions(environment, jvmOptions, users, more, library);
  }

  /** Returns these options with classes of a third party in a jar of the WAR. */
  public ServerOptions withLibrary(Class<?>... classes) {
    return new ServerOptions(environment, jvmOptions, users, beans, List.of(classes));
  }
}
