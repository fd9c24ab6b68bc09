package dev.reprise.api.batch;

import dev.reprise.api.http.OneLine;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A person's approval of what the provider's replies to a batch are expected to cost.
 *
 * @param needed the cost in US dollars, as the person saw it in {@code neededUsd}
 * @param reason for the acts of the batch; may be absent
 */
public record BatchApproval(
    @Schema(examples = "12.5") @NotNull(message = "is missing") BigDecimal needed,
    @Nullable @OneLine String reason) {}
