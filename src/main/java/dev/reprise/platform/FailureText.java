package dev.reprise.platform;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** What a failure is in words. The JDK often has the name of a class alone. */
public final class FailureText {

  private static final String NO_ANSWER = "no answer in time";

  /** What the JDK says of these names classes. */
  private static final String DEFECT = "its code has a defect, or does not fit what it met";

  private FailureText() {}

  /** Returns the words of a failure, without names of classes. */
  public static String of(Throwable failure) {
    String text = words(failure);
    for (Throwable cause : Causes.of(failure).skip(1).toList()) {
      text = text.replace(cause.toString(), words(cause)); // as wrappers repeat what they wrap
    }
    return text;
  }

  private static String words(Throwable failure) {
    return switch (failure) {
      case UnknownHostException e -> "there is no host '%s'".formatted(e.getMessage());
      case NoRouteToHostException ignored -> "there is no route to the host";
      case ConnectException e -> connecting(e);
      case HttpTimeoutException e -> said(e, NO_ANSWER);
      case SocketTimeoutException e -> said(e, NO_ANSWER);
      case TimeoutException e -> said(e, NO_ANSWER);
      case SSLException e -> "TLS failed: " + tls(e);
      case ClosedChannelException ignored -> "the connection was closed";
      case EOFException ignored -> "the connection ended in the middle of an answer";
      case NoSuchFileException e -> "there is no file " + e.getMessage();
      case FileAlreadyExistsException e -> "there is already a file " + e.getMessage();
      case DirectoryNotEmptyException e -> "directory %s is not empty".formatted(e.getMessage());
      case NotDirectoryException e -> e.getMessage() + " is not a directory";
      case AccessDeniedException e -> "access to %s is denied".formatted(e.getMessage());
      case CharacterCodingException ignored -> "the text is not in the expected encoding";
      case StackOverflowError e -> said(e, "its calls are nested too deep");
      case NullPointerException ignored -> DEFECT;
      case ClassCastException ignored -> DEFECT;
      case LinkageError ignored -> DEFECT;
      default -> said(failure, otherwise(failure));
    };
  }

  /** The cause's own text, which {@link #of} replaces by its words. */
  private static String otherwise(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null ? "no reason is given" : cause.toString();
  }

  /** The HTTP client of the JDK hides the reason, but only a refusal closes the channel at once. */
  private static String connecting(ConnectException failure) {
    if (Causes.contains(failure, UnknownHostException.class)
        || String.valueOf(Causes.root(failure)).contains("UnresolvedAddress")) {
      return "there is no host of this name";
    }
    String said = said(Causes.root(failure), "");
    return said.isEmpty() || said.startsWith("Connection refused") ? "connection refused" : said;
  }

  private static String tls(SSLException failure) {
    String said = said(failure, "the connection was closed");
    return said.contains("PKIX") || said.contains("certificate_unknown")
        ? "the certificate is not signed by an authority that this machine trusts"
        : said;
  }

  private static String said(Throwable failure, String otherwise) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? otherwise : message;
  }
}
