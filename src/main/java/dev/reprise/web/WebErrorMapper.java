package dev.reprise.web;

import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.zip.ZipException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.MessageConstraintException;

/** What it means that asking failed, in words that name no address. */
final class WebErrorMapper {

  private static final int CAUSES = 20;

  private WebErrorMapper() {}

  static Fault of(String url, Throwable met) {
    FailureClass kind = kind(met);
    return new Fault(kind, "'%s' %s".formatted(WebUrl.shown(url), words(kind, met)));
  }

  /** Returns the refusal that a failed check of a certificate is. */
  static Optional<RequestBlockedException> refusal(String url, Throwable met) {
    return has(met, CertificateException.class) || has(met, SSLPeerUnverifiedException.class)
        ? Optional.of(
            WebUrl.failure(
                "certificate_not_trusted",
                url,
                "the server's certificate is not valid for this host, expired or not trusted"))
        : Optional.empty();
  }

  private static FailureClass kind(Throwable met) {
    if (has(met, ClientProtocolException.class)
        || has(met, MessageConstraintException.class)
        || has(met, ZipException.class)) {
      return FailureClass.SERVER_ERROR;
    }
    FailureClass known = FaultClassifier.of(met).kind();
    // what a connection died of has many words and no type
    return known == FailureClass.UNKNOWN ? FailureClass.STREAM_RESET : known;
  }

  private static String words(FailureClass kind, Throwable met) {
    return switch (kind) {
      case TIMEOUT -> "did not answer in time";
      case CONNECTION ->
          has(met, UnknownHostException.class)
              ? "has a host that nobody knows"
              : "could not be connected to";
      case SERVER_ERROR -> "answered with what is no proper HTTP";
      case STREAM_RESET -> "broke the connection off before its answer was whole";
      case LEASE_UNCONFIRMED ->
          "was not asked: this server was not sure any more that the run is its own";
      default -> "was not asked to the end";
    };
  }

  private static boolean has(Throwable met, Class<? extends Throwable> kind) {
    Throwable cause = met;
    for (int i = 0; i < CAUSES && cause != null; i++) {
      if (kind.isInstance(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
