package dev.reprise.api.batch;

import dev.reprise.api.http.QueryParameters;
import dev.reprise.batch.ItemStatus;
import jakarta.ws.rs.QueryParam;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** Which results a client requests, by {@code status} and {@code after}. */
public class ResultQuery {

  private static final List<ItemStatus> ENDED =
      Arrays.stream(ItemStatus.values()).filter(it -> it != ItemStatus.PENDING).toList();

  @Parameter(schema = @Schema(implementation = ItemStatus.class))
  @QueryParam("status")
  @Nullable String status;

  @Parameter(
      description = "The number of the last result that the client knows",
      schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
  @QueryParam("after")
  @Nullable String after;

  Optional<ItemStatus> status() {
    return Optional.ofNullable(status)
        .map(it -> QueryParameters.oneOf("status", it, ENDED, ItemStatus::name));
  }

  long after() {
    return QueryParameters.number("after", after, 0, 0, Long.MAX_VALUE);
  }
}
