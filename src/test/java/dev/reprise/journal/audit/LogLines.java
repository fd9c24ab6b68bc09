package dev.reprise.journal.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what a class logs, until it is closed. */
final class LogLines extends Handler implements AutoCloseable {

  private final Logger logger;
  private final List<String> lines = new ArrayList<>();

  LogLines(Class<?> type) {
    logger = Logger.getLogger(type.getName());
    logger.addHandler(this);
  }

  List<String> all() {
    return List.copyOf(lines);
  }

  @Override
  public void publish(LogRecord record) {
    lines.add(record.getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
