package dev.reprise.api.identity;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

/**
 * Recognises requests that a page of another site makes its visitor's browser send. A browser adds
 * its user's login to the requests of any page, and names the page in a header.
 */
final class CrossSiteGuard {

  private static final List<String> READING = List.of("GET", "HEAD", "OPTIONS");

  /** What browsers send for requests of the site's own pages, and of the user in person. */
  private static final List<String> OWN = List.of("same-origin", "none");

  private CrossSiteGuard() {}

  /** Returns whether a request that may change something comes from a page of another site. */
  static boolean isCrossSite(HttpServletRequest request) {
    if (READING.contains(request.getMethod())) {
      return false;
    }
    String origin = request.getHeader("Origin");
    String relation = request.getHeader("Sec-Fetch-Site");
    String own = request.getScheme() + "://" + request.getHeader("Host");
    return (origin != null && !origin.equalsIgnoreCase(own))
        || (relation != null && !OWN.contains(relation));
  }
}
