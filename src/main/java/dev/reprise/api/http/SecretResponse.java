package dev.reprise.api.http;

import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/** Responses that show a secret once; neither caches nor this server may store them. */
public final class SecretResponse {

  private static final String NO_STORE = "no-store";

  private SecretResponse() {}

  /** Marks a response that has a secret. */
  public static Response.ResponseBuilder mark(Response.ResponseBuilder response) {
    var control = new CacheControl();
    control.setNoStore(true);
    return response.cacheControl(control);
  }

  /**
   * Returns whether a response is marked.
   *
   * @param cacheControl its header; null if it has none
   */
  public static boolean isMarked(@Nullable String cacheControl) {
    return cacheControl != null && cacheControl.contains(NO_STORE);
  }
}
