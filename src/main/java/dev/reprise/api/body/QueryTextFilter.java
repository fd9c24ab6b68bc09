package dev.reprise.api.body;

import dev.reprise.api.http.ProblemException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;

/** Refuses U+0000 in query parameters, as in bodies: PostgreSQL refuses a statement with it. */
@Provider
@ApplicationScoped
public class QueryTextFilter implements ContainerRequestFilter {

  @Override
  public void filter(ContainerRequestContext request) {
    request
        .getUriInfo()
        .getQueryParameters()
        .forEach(
            (name, values) -> {
              if (values.stream().anyMatch(it -> it.indexOf('\0') >= 0)) {
                throw ProblemException.parameter(name.replace('\0', ' '), "must not have U+0000");
              }
            });
  }
}
