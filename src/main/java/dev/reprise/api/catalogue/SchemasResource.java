package dev.reprise.api.catalogue;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.page.Items;
import dev.reprise.platform.Json;
import dev.reprise.platform.document.DocumentSchema;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** The JSON Schemas of agents' documents and operators' files, by which editors complete them. */
@Path("schemas")
@RolesAllowed("viewer")
@RequestScoped
public class SchemasResource {

  private static final String SCHEMA_JSON = "application/schema+json";

  /**
   * A schema.
   *
   * @param name its name in addresses, such as {@code tool-policy}
   * @param title what it describes
   * @param description what such documents are for
   */
  public record SchemaEntry(String name, String title, String description) {

    static SchemaEntry of(DocumentSchema schema) {
      return new SchemaEntry(
          schema.schemaName(),
          schema.content().path("title").asText(),
          schema.content().path("description").asText());
    }
  }

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(summary = "List the JSON Schemas of agents' documents and operators' files")
  public Items<SchemaEntry> list() {
    return new Items<>(DocumentSchema.all().stream().map(SchemaEntry::of).toList());
  }

  @GET
  @Path("{name}")
  @Produces(SCHEMA_JSON)
  @Operation(
      summary = "Show a JSON Schema",
      description = "Draft 2020-12. An editor completes and checks documents by it.")
  @APIResponse(
      responseCode = "200",
      description = "The schema",
      content = @Content(mediaType = SCHEMA_JSON, schema = @Schema(type = SchemaType.OBJECT)))
  public String get(@PathParam("name") String name) {
    return DocumentSchema.named(name)
        .map(schema -> Json.write(schema.content()))
        .orElseThrow(() -> ProblemException.notFound("There is no schema of this name."));
  }
}
