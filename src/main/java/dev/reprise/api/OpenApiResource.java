package dev.reprise.api;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.reprise.api.http.ProblemException;
import dev.reprise.platform.Json;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * The description of this API, which the build made from the resources. A quick build makes none.
 */
@Path("openapi")
@RolesAllowed("viewer")
@RequestScoped
public class OpenApiResource {

  private static final String DOCUMENT = "META-INF/api/openapi.json";

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(hidden = true)
  public String json() throws IOException {
    return document(OpenApiResource.class.getClassLoader());
  }

  static String document(ClassLoader war) throws IOException {
    try (InputStream document = war.getResourceAsStream(DOCUMENT)) {
      if (document == null) {
        throw ProblemException.notFound(
            "This build of the server has no description of its API; one without -Pquick has it.");
      }
      return new String(document.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @GET
  @Produces("application/yaml; qs=0.5")
  @Operation(hidden = true)
  public String yaml() throws IOException {
    return new YAMLMapper().writeValueAsString(Json.read(json()));
  }
}
