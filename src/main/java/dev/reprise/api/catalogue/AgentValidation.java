package dev.reprise.api.catalogue;

import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.identity.Caller;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentVersion;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Checks an agent's document like the catalogue does, and stores nothing. */
@Path("agents:validate")
@Consumes({"application/yaml", MediaType.APPLICATION_JSON, MediaType.TEXT_PLAIN})
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class AgentValidation {

  @Inject Caller caller;
  @Inject AgentDocuments documents;
  @Inject AgentCatalogue agents;

  /**
   * A valid document.
   *
   * @param version content hash, to which runs would be pinned
   * @param warnings what to know before it is used, such as of a model without a price; may be
   *     empty
   */
  @Schema(name = "AgentValidationValidAgent") // typed clients know it by this name
  public record ValidAgent(String name, String version, List<String> warnings) {
    public ValidAgent {
      warnings = List.copyOf(warnings);
    }
  }

  @NotAudited(NotAudited.Reason.CHANGES_NOTHING)
  @POST
  @Operation(summary = "Check an agent's document; nothing is stored")
  public ValidAgent validate(byte[] document) {
    AgentVersion version = documents.read(caller.tenant(), text(document));
    return new ValidAgent(
        version.definition().name(),
        version.hash(),
        agents.warnings(caller.tenant(), version.definition(), agents.list(caller.tenant())));
  }

  private static String text(byte[] document) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(document)).toString();
    } catch (CharacterCodingException e) {
      throw AgentDocuments.invalid(List.of(new FieldError("", "must be UTF-8")));
    }
  }
}
