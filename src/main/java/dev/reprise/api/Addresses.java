package dev.reprise.api;

import dev.reprise.run.Run;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;

/** Where things are found in this API. */
final class Addresses {

  private Addresses() {}

  static URI of(Run run, UriInfo uri) {
    return uri.getBaseUriBuilder().path("runs").path(run.id().toString()).build();
  }
}
