package dev.reprise.telemetry;

import com.ibm.websphere.logging.hpel.LogRecordContext;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Adds fields to each line of the server's log in JSON: {@code ext_run}, {@code ext_tenant}, {@code
 * ext_epoch} and {@code ext_trace} of the run that the thread works on, or the {@code ext_trace} of
 * the request that it serves; and the fields of a {@link LogLine}. The server reads them for each
 * line, so they cost nothing between lines.
 */
final class LogFields {

  /** The server keeps the extensions only as long as they are referred to. */
  private final LogRecordContext.Extension run = field(it -> it.run().toString());

  private final LogRecordContext.Extension tenant = field(RunContext::tenant);
  private final LogRecordContext.Extension epoch = field(it -> Long.toString(it.epoch()));
  private final LogRecordContext.Extension trace =
      () ->
          RunContext.current()
              .map(it -> RunTrace.id(it.run()))
              .or(RequestTrace::current)
              .orElse(null);

  private final Map<LogField, LogRecordContext.Extension> ofLines = new EnumMap<>(LogField.class);

  LogFields() {
    for (LogField field : LogField.values()) {
      ofLines.put(field, () -> LogLine.value(field));
    }
  }

  void add() {
    ofLines.forEach((field, value) -> LogRecordContext.registerExtension(field.key(), value));
    LogRecordContext.registerExtension("run", run);
    LogRecordContext.registerExtension("tenant", tenant);
    LogRecordContext.registerExtension("epoch", epoch);
    LogRecordContext.registerExtension("trace", trace);
  }

  void remove() {
    ofLines.keySet().forEach(field -> LogRecordContext.unregisterExtension(field.key()));
    LogRecordContext.unregisterExtension("run");
    LogRecordContext.unregisterExtension("tenant");
    LogRecordContext.unregisterExtension("epoch");
    LogRecordContext.unregisterExtension("trace");
  }

  private static LogRecordContext.Extension field(Function<RunContext, String> value) {
    return () -> RunContext.current().map(value).orElse(null);
  }
}
