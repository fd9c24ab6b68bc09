package dev.reprise.api.identity;

import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Tells callers who they are. */
@Path("caller")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class CallerResource {

  @Inject Caller caller;

  @GET
  @Operation(summary = "Show who is logged in, for which tenant and with which roles")
  public CallerView show() {
    return CallerView.of(caller);
  }
}
