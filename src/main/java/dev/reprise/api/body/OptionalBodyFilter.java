package dev.reprise.api.body;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.PushbackInputStream;

/**
 * Lets a request without a body do without its type; the framework would refuse it.
 *
 * <p>Whether there is a body is not in the headers: one that comes in chunks can be empty, and HTTP
 * before 2 says nothing at all where there is none. So its first byte is looked for.
 */
@Provider
@PreMatching
public class OptionalBodyFilter implements ContainerRequestFilter {

  @Override
  public void filter(ContainerRequestContext request) throws IOException {
    if (request.getHeaders().containsKey(HttpHeaders.CONTENT_TYPE)) {
      return;
    }
    var body = new PushbackInputStream(request.getEntityStream(), 1);
    int first = body.read();
    if (first < 0) {
      request.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON);
    } else {
      body.unread(first);
    }
    request.setEntityStream(body);
  }
}
