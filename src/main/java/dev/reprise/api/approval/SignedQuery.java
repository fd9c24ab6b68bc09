package dev.reprise.api.approval;

import dev.reprise.webhook.DecisionLink;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The query of a signed link. */
public class SignedQuery {

  private static final int MAX_DIGITS = 12;

  @Parameter(description = "The webhook whose mail has the link", schema = @Schema(format = "uuid"))
  @QueryParam("webhook")
  @Nullable String webhook;

  @Parameter(description = "When the link expires, in seconds since 1970")
  @QueryParam("until")
  @Nullable String until;

  @QueryParam("signature")
  @Nullable String signature;

  /** Returns the link to a run; empty if a part is missing or is not what it must be. */
  Optional<DecisionLink> link(UUID run) {
    if (webhook == null || until == null || signature == null || until.length() > MAX_DIGITS) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new DecisionLink(
              UUID.fromString(webhook),
              run,
              Instant.ofEpochSecond(Long.parseLong(until)),
              signature));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
