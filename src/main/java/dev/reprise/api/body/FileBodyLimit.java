package dev.reprise.api.body;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;

/** Allows files to be longer than other bodies, but only a few at once. */
@Provider
@FileBody
@Priority(Priorities.ENTITY_CODER - 1) // before the limit of all others
@ApplicationScoped
public class FileBodyLimit implements ContainerRequestFilter {

  static final int MAX_BYTES = 64 * 1024 * 1024;

  @Inject RequestBody body;

  @Override
  public void filter(ContainerRequestContext request) {
    body.takeFilePermit();
    request.setProperty(BodyLimit.MAX_BYTES_HERE, MAX_BYTES);
  }
}
