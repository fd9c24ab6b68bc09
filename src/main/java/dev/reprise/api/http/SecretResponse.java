package dev.reprise.api.http;

import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.Response;

/**
 * Responses that show a secret once; neither caches nor this server may store it. Tested by {@code
 * ApiKeyViewTest}.
 */
public final class SecretResponse {

  private SecretResponse() {}

  /** What such a response shows. */
  public interface View {

    /** Returns what may be stored and shown again: all but the secret. */
    View withoutSecret();
  }

  /** Shows something with a secret. */
  public static Response.ResponseBuilder show(View view, Response.ResponseBuilder response) {
    var control = new CacheControl();
    control.setNoStore(true);
    return response.cacheControl(control).entity(view);
  }

  /** Returns what may be stored of the entity of a response. */
  public static Object storable(Object entity) {
    return entity instanceof View view ? view.withoutSecret() : entity;
  }
}
