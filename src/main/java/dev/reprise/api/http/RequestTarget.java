package dev.reprise.api.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Locale;

/** The path and query of a request, as its client wrote them. */
public final class RequestTarget {

  private static final String BEFORE = "http://host";

  private RequestTarget() {}

  /**
   * Checks that path and query are those of a URI, because the framework fails on others.
   *
   * @throws ProblemException if they are not
   */
  public static void check(HttpServletRequest request) {
    String query = request.getQueryString();
    check(request.getRequestURI() + (query == null ? "" : "?" + query));
  }

  static void check(String target) {
    try {
      checkPath(new URI(new URI(BEFORE + target).toASCIIString()).getRawPath());
    } catch (URISyntaxException e) {
      throw new ProblemException(
          ProblemType.BAD_REQUEST,
          "The address must be a URI: %s at character %d of its path and query. Write characters that are not allowed there as %%XX, the bytes of their UTF-8."
              .formatted(reason(e), e.getIndex() - BEFORE.length() + 1));
    }
  }

  private static void checkPath(String path) {
    // as it is: a + is no blank in a path
    String bytes = URLDecoder.decode(path.replace("+", "%2B"), ISO_8859_1);
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.getBytes(ISO_8859_1)));
    } catch (CharacterCodingException e) {
      throw new ProblemException(
          ProblemType.BAD_REQUEST,
          "The path of the address must have the bytes of UTF-8 where it has bytes with a percent sign.");
    }
  }

  private static String reason(URISyntaxException fault) {
    String reason = fault.getReason();
    return reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1);
  }
}
