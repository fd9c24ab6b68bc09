package dev.reprise.model.provider;

import dev.reprise.agent.message.Block;
import dev.reprise.platform.UrlText;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Sends images to providers by URL; this server does not fetch them. */
public final class ImageReference {

  private ImageReference() {}

  /**
   * Returns the URL from which the provider fetches an image.
   *
   * @throws FaultException if the source is not an http or https URL
   */
  public static URI url(Block.Image image) throws FaultException {
    return parse(image.source())
        .filter(url -> "https".equals(url.getScheme()) || "http".equals(url.getScheme()))
        .filter(url -> url.getHost() != null)
        .orElseThrow(
            () ->
                refused(
                    "the source of an image must be an http or https URL, not '%s'"
                        .formatted(UrlText.withoutUser(image.source()))));
  }

  public static FaultException refused(String reason) {
    return new FaultException(new Fault(FailureClass.INVALID_REQUEST, reason));
  }

  private static Optional<URI> parse(String source) {
    try {
      return Optional.of(new URI(source));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
