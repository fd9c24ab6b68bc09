package dev.reprise.platform;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import javax.net.ssl.SSLException;

/** What a failure is in words. The JDK often has the name of a class alone. */
public final class FailureText {

  private FailureText() {}

  /** Returns the words of a failure, without names of classes. */
  public static String of(Throwable failure) {
    return switch (failure) {
      case UnknownHostException e -> "there is no host '%s'".formatted(e.getMessage());
      case NoRouteToHostException ignored -> "there is no route to the host";
      case ConnectException e -> connecting(e);
      case HttpTimeoutException e -> said(e, "no answer in time");
      case SocketTimeoutException e -> said(e, "no answer in time");
      case SSLException e -> "TLS failed: " + tls(e);
      case ClosedChannelException ignored -> "the connection was closed";
      case EOFException ignored -> "the connection ended in the middle of an answer";
      case NoSuchFileException e -> "there is no file " + e.getMessage();
      case AccessDeniedException e -> "access to %s is denied".formatted(e.getMessage());
      default -> said(failure, "no reason is given");
    };
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
