package dev.reprise.api.identity;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

/**
 * Tells requests that pages of other sites have their visitors' browsers send: a browser adds its
 * user's login to what any page sends, and says which page that was.
 */
final class CrossSiteGuard {

  private static final List<String> READING = List.of("GET", "HEAD", "OPTIONS");

  /** What browsers say of requests by the site's own pages, and by the user in person. */
  private static final List<String> OWN = List.of("same-origin", "none");

  private CrossSiteGuard() {}

  /** Returns whether a request that may change something comes from a page of another site. */
  static boolean sends(HttpServletRequest request) {
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
