package dev.reprise.api.batch;

import dev.reprise.api.body.FileBody;
import dev.reprise.api.http.ApiJson;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.batch.Batch;
import dev.reprise.batch.store.BatchStore;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Submits batches whose items are in the body. */
@Path("batches:lines")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class BatchLinesResource {

  private static final int MAX_FIRST_LINE = 64 * 1024;

  @Inject Caller caller;
  @Inject BatchSubmissions submissions;
  @Inject BatchStore store;
  @Inject Validator validator;
  @Inject Clock clock;

  @POST
  @Consumes(BatchResultFileResource.JSON_LINES)
  @FileBody
  @RolesAllowed("submitter")
  @Operation(
      summary = "Submit a batch whose items are in the body as JSON Lines",
      description =
          "The first line is the object that POST /batches takes, without `source`. Each further line"
              + " is an item. The body may have 64 MiB.")
  @APIResponseSchema(value = BatchView.class, responseCode = "202")
  public Response submit(InputStream body, @Context UriInfo uri) throws IOException {
    InputStream lines = new BufferedInputStream(body);
    BatchRequest request = ApiJson.mapper().readValue(firstLine(lines), BatchRequest.class);
    Set<ConstraintViolation<BatchRequest>> violations = validator.validate(request);
    if (!violations.isEmpty()) {
      throw new ConstraintViolationException(violations);
    }
    Batch batch = submissions.submit(caller, request, Optional.of(lines));
    return Response.accepted(
            BatchView.of(batch, Optional.of(store.acts(batch.id())), clock.instant()))
        .location(ResourceUris.batch(batch.id(), uri))
        .build();
  }

  private static byte[] firstLine(InputStream body) throws IOException {
    var line = new ByteArrayOutputStream();
    int next = body.read();
    while (next >= 0 && next != '\n') {
      if (line.size() == MAX_FIRST_LINE) {
        throw new ProblemException(
            ProblemType.INVALID_VALUE,
            "The first line must be the object that describes the batch, of at most %d bytes."
                .formatted(MAX_FIRST_LINE));
      }
      line.write(next);
      next = body.read();
    }
    return line.toByteArray();
  }
}
