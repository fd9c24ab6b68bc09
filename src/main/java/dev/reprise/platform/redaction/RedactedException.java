package dev.reprise.platform.redaction;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Replaces a fault in the log if its message, or that of one of its causes, was redacted. Its
 * message starts with the fault's own class.
 */
final class RedactedException extends Exception {

  /** Deeper causes tell no more and are left out. */
  private static final int MAX_DEPTH = 50;

  private RedactedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Returns a replacement, or the fault itself if nothing in it is redacted. */
  static Throwable of(Throwable fault, UnaryOperator<String> redaction) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    return isClean(fault, redaction, seen) ? fault : copy(fault, redaction, 0);
  }

  private static boolean isClean(
      @Nullable Throwable fault, UnaryOperator<String> redaction, Set<Throwable> seen) {
    if (fault == null || !seen.add(fault)) {
      return true;
    }
    String text = fault.toString();
    if (seen.size() > MAX_DEPTH || !redaction.apply(text).equals(text)) {
      return false;
    }
    for (Throwable suppressed : fault.getSuppressed()) {
      if (!isClean(suppressed, redaction, seen)) {
        return false;
      }
    }
    return isClean(fault.getCause(), redaction, seen);
  }

  private static RedactedException copy(
      Throwable fault, UnaryOperator<String> redaction, int depth) {
    Throwable cause = depth < MAX_DEPTH ? fault.getCause() : null;
    var copy =
        new RedactedException(
            redaction.apply(fault.toString()),
            cause == null ? null : copy(cause, redaction, depth + 1));
    copy.setStackTrace(fault.getStackTrace());
    if (depth < MAX_DEPTH) {
      for (Throwable suppressed : fault.getSuppressed()) {
        copy.addSuppressed(copy(suppressed, redaction, depth + 1));
      }
    }
    return copy;
  }
}
