package dev.reprise.api.run;

import dev.reprise.api.http.QueryParameters;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.QueryParam;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * How long a client prefers to wait for a run: {@code ?wait=30}, or {@code Prefer: wait=30} (RFC
 * 7240, section 4.3), in seconds.
 */
public class WaitQuery {

  /** Responses come before common proxies give a request up. */
  static final int MAX_SECONDS = 60;

  /** The header that says which preference was honoured. */
  static final String APPLIED = "Preference-Applied";

  private static final Pattern PREFERENCE = Pattern.compile("wait=(\\d{1,9})");

  @Parameter(
      description =
          "Respond after so many seconds, at most 60, or as soon as the run has ended, waits or is"
              + " paused; by default at once.",
      schema =
          @Schema(type = org.eclipse.microprofile.openapi.annotations.enums.SchemaType.INTEGER))
  @QueryParam("wait")
  @Nullable String wait;

  @Parameter(description = "`wait=30` is the same as the parameter.")
  @HeaderParam("Prefer")
  @Nullable String prefer;

  /** Returns how long the client prefers to wait; empty if it does not. */
  Optional<Duration> time() {
    long seconds =
        wait == null ? preferred(prefer) : QueryParameters.number("wait", wait, 0, 0, MAX_SECONDS);
    return seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
  }

  /** A preference that is not understood is ignored, as the RFC demands. */
  private static long preferred(@Nullable String header) {
    return header == null
        ? 0
        : Arrays.stream(header.split(","))
            .map(token -> PREFERENCE.matcher(token.strip()))
            .filter(Matcher::matches)
            .mapToLong(token -> Math.min(MAX_SECONDS, Long.parseLong(token.group(1))))
            .findFirst()
            .orElse(0);
  }
}
