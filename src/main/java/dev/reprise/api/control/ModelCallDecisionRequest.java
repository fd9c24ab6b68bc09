package dev.reprise.api.control;

import dev.reprise.api.http.OneLine;
import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A person's decision about a model call that is expected to be expensive.
 *
 * @param needed what the call is expected to cost, in US dollars, as the person saw it in {@code
 *     budget.reached}; absent if that has none
 * @param reason for the record; may be absent
 */
public record ModelCallDecisionRequest(
    @Schema(examples = "0.62") @Nullable BigDecimal needed, @Nullable @OneLine String reason) {}
