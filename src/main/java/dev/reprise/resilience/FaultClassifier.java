package dev.reprise.resilience;

import dev.reprise.platform.Causes;
import dev.reprise.platform.FailureText;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Maps exceptions of libraries and answers of servers to the classes of failure. */
public final class FaultClassifier {

  /** Providers' words for a request that is too long; they share no code for it. */
  private static final List<String> CONTEXT_EXCEEDED =
      List.of(
          "context_length_exceeded",
          "context length",
          "context limit",
          "context window",
          "available context size",
          "prompt is too long",
          "input is too long",
          "exceeds the maximum number of tokens");

  private static final List<String> CONTENT_REFUSED = List.of("content_filter", "content_policy");

  private FaultClassifier() {}

  /** Returns the fault of a throwable, by the first of its causes that is known. */
  public static Fault of(Throwable met) {
    return Causes.of(met)
        .flatMap(cause -> known(cause).stream())
        .findFirst()
        .orElseGet(() -> new Fault(FailureClass.UNKNOWN, FailureText.of(met)));
  }

  private static Optional<Fault> known(Throwable cause) {
    return cause instanceof FaultException known
        ? Optional.of(known.fault())
        : kind(cause).map(kind -> new Fault(kind, FailureText.of(cause)));
  }

  private static Optional<FailureClass> kind(Throwable cause) {
    return Optional.ofNullable(
        switch (cause) {
          case InterruptedException ignored -> FailureClass.CANCELLED;
          case ClosedByInterruptException ignored -> FailureClass.CANCELLED;
          case CancellationException ignored -> FailureClass.CANCELLED;
          case HttpTimeoutException ignored -> FailureClass.TIMEOUT;
          case TimeoutException ignored -> FailureClass.TIMEOUT;
          case InterruptedIOException ignored ->
              FailureClass.TIMEOUT; // includes a socket's timeout
          case ConnectException ignored -> FailureClass.CONNECTION;
          case UnknownHostException ignored -> FailureClass.CONNECTION;
          case NoRouteToHostException ignored -> FailureClass.CONNECTION;
          case SocketException ignored -> FailureClass.STREAM_RESET;
          case EOFException ignored -> FailureClass.STREAM_RESET;
          case ClosedChannelException ignored -> FailureClass.STREAM_RESET;
          case AccessDeniedException ignored -> FailureClass.AUTHENTICATION;
          case FileNotFoundException ignored -> FailureClass.INVALID_REQUEST;
          case FileSystemException file -> ofFile(file);
          case IOException io -> ofWords(io);
          default -> null;
        });
  }

  /** A file that is missing or of another kind is a wrong request; a full disk is not. */
  private static @Nullable FailureClass ofFile(FileSystemException met) {
    boolean isOfTheFile =
        met instanceof NoSuchFileException
            || met instanceof FileAlreadyExistsException
            || met instanceof NotDirectoryException
            || met instanceof DirectoryNotEmptyException
            || met instanceof FileSystemLoopException
            || met instanceof NotLinkException;
    return isOfTheFile ? FailureClass.INVALID_REQUEST : null;
  }

  /** The JDK's HTTP client tells only in its messages what happened to a connection. */
  private static @Nullable FailureClass ofWords(IOException met) {
    String words = String.valueOf(met.getMessage()).toLowerCase(Locale.ROOT);
    return words.contains("reset")
            || words.contains("eof")
            || words.contains("closed")
            || words.contains("broken pipe")
            || words.contains("received no bytes")
        ? FailureClass.STREAM_RESET
        : null;
  }

  /**
   * Returns the class of an HTTP status that is not a success.
   *
   * @param body its body, in which providers say more; it is searched, and not repeated
   */
  public static FailureClass ofStatus(int status, String body) {
    return switch (status) {
      case 401, 402, 403, 407 -> FailureClass.AUTHENTICATION; // 402: payment required
      case 408 -> FailureClass.TIMEOUT;
      case 429 ->
          has(body, List.of("insufficient_quota"))
              ? FailureClass
                  .AUTHENTICATION // the account has no money left, so waiting does not help
              : FailureClass.RATE_LIMITED;
      case 503, 529 -> FailureClass.OVERLOADED;
      case 504 -> FailureClass.TIMEOUT;
      default -> status >= 500 ? FailureClass.SERVER_ERROR : ofRequest(status, body);
    };
  }

  private static FailureClass ofRequest(int status, String body) {
    if (has(body, CONTEXT_EXCEEDED)) {
      return FailureClass.CONTEXT_EXCEEDED;
    }
    if (has(body, CONTENT_REFUSED)) {
      return FailureClass.CONTENT_REFUSED;
    }
    return status >= 400 ? FailureClass.INVALID_REQUEST : FailureClass.UNKNOWN;
  }

  private static boolean has(String body, List<String> words) {
    String text = body.toLowerCase(Locale.ROOT);
    return words.stream().anyMatch(text::contains);
  }
}
