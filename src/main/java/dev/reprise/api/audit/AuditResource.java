package dev.reprise.api.audit;

import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.journal.Position;
import dev.reprise.journal.audit.AuditRecord;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jspecify.annotations.Nullable;

/** The audit record of the caller's tenant. Tested by {@code AuditIT}. */
@Path("audit")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("auditor")
@Audited
@RequestScoped
public class AuditResource {

  private static final String JSON_LINES = "application/x-ndjson";
  private static final int DEFAULT_ENTRIES = 100;
  private static final int MAX_ENTRIES = 200;

  @Inject Caller caller;
  @Inject AuditRecord record;

  /**
   * Entries, the newest first.
   *
   * @param nextBefore where to continue: pass it as {@code before}; 0 at the beginning of the
   *     record
   * @param end the newest entry, which the log has as well
   */
  public record AuditPage(List<AuditEntryView> items, long nextBefore, End end) {
    public AuditPage {
      items = List.copyOf(items);
    }
  }

  /** Where the record ended when it was read. */
  public record End(long sequence, String hash) {}

  @GET
  @Operation(
      summary = "Read the audit record, the newest entries first",
      description =
          "Every request that may change something outside of a run is recorded before it is carried"
              + " out, and so are exports and readings of the configuration and of this record. An"
              + " entry `deed-refused` follows if it was not done; `access-denied` is a request that the caller's roles, or another check, did"
              + " not allow. Each entry is verified when it is read. Each is a line of the log as"
              + " well: if a line names a later entry than `end`, or another hash, the record was"
              + " changed.")
  public AuditPage list(
      @Parameter(schema = @Schema(type = SchemaType.INTEGER, minimum = "1")) @QueryParam("before")
          @Nullable String before,
      @Parameter(
              schema =
                  @Schema(
                      type = SchemaType.INTEGER,
                      minimum = "1",
                      maximum = "" + MAX_ENTRIES,
                      defaultValue = "" + DEFAULT_ENTRIES))
          @QueryParam("limit")
          @Nullable String limit) {
    Position newest = record.end(caller.tenant());
    long end = newest.sequence() + 1;
    long until = QueryParameters.number("before", before, end, 1, Long.MAX_VALUE);
    int most = (int) QueryParameters.number("limit", limit, DEFAULT_ENTRIES, 1, MAX_ENTRIES);
    long last = Math.min(until, end) - 1;
    long after = Math.max(0, last - most);
    List<AuditEntryView> items =
        last == after
            ? List.of()
            : record.page(caller.tenant(), after, (int) (last - after)).stream()
                .map(AuditEntryView::of)
                .toList();
    return new AuditPage(
        items.reversed(), after == 0 ? 0 : after + 1, new End(newest.sequence(), newest.hash()));
  }

  @GET
  @Path("export")
  @Produces(JSON_LINES)
  @Operation(
      summary = "Export the audit record as JSON lines",
      description =
          "The command `reprise verify` checks the file, as it does the record of a run; with `--has`"
              + " also that it has an entry of the log, and so that its end was not cut off.")
  @APIResponse(
      responseCode = "200",
      description = "The file",
      content = @Content(mediaType = JSON_LINES, schema = @Schema(type = SchemaType.STRING)))
  public Response export() {
    String tenant = caller.tenant();
    StreamingOutput file = out -> record.export(tenant, out);
    return Response.ok(file)
        .header(
            HttpHeaders.CONTENT_DISPOSITION,
            "attachment; filename=\"audit-of-%s.jsonl\"".formatted(tenant))
        .build();
  }
}
