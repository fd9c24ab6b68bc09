package dev.reprise.telemetry;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A line of the log with fields of its own. */
public final class LogLine {

  private static final ThreadLocal<@Nullable Map<LogField, String>> FIELDS = new ThreadLocal<>();

  private LogLine() {}

  /**
   * Logs a message at level INFO. Its fields follow it as {@code name=value}; the log in JSON also
   * has each as a field.
   */
  public static void info(System.Logger log, String message, Map<LogField, String> fields) {
    String named =
        fields.entrySet().stream()
            .map(it -> it.getKey().key() + "=" + it.getValue())
            .collect(joining(" "));
    FIELDS.set(fields);
    try {
      log.log(System.Logger.Level.INFO, message + "; " + named);
    } finally {
      FIELDS.remove();
    }
  }

  /** Returns the value of a field in the line that this thread logs. */
  static @Nullable String value(LogField field) {
    Map<LogField, String> fields = FIELDS.get();
    return fields == null ? null : fields.get(field);
  }
}
